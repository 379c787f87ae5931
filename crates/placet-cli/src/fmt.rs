//! `placet fmt`: robots.txt in one stable form.

use anyhow::Result;
use placet_publish::format::format;

use crate::args::Fmt;
use crate::check::show;
use crate::{Status, input, output};

pub(crate) fn run(args: &Fmt) -> Result<Status> {
    input::refuse_stdin_twice(args.files.iter().map(|path| &**path))?;
    let mut status = Status::Yes;
    for path in &args.files {
        let name = input::name(path);
        let text = input::read_page(path)?;
        let formed = match format(&text) {
            Ok(formed) => formed,
            Err(left) => {
                output::tell(&format!("{name} is left as it is: {left}"));
                status = Status::Unknown;
                text.clone()
            }
        };
        let changes = formed != text;
        if changes && (args.check || args.diff) {
            status = status.max(Status::No);
        }
        if args.diff {
            show(&output::difference(&name, &text, &formed))?;
        } else if args.check {
            if changes {
                show(&format!("{name}\n"))?;
            }
        } else if input::is_stdin(path) {
            output::show_octets(&formed)?;
        } else if changes {
            output::replace(path, &formed)?;
            output::tell(&format!("{name} has its form"));
        }
    }
    Ok(status)
}
