//! `placet fmt`: robots.txt in one stable form.

use anyhow::Result;
use placet_publish::format::format;
use serde::Serialize;

use crate::args::{Fmt, Form};
use crate::output::{self, Printed, screen, show};
use crate::{Status, input};

/// What becomes of one file, for programs.
#[derive(Serialize)]
struct Formed {
    file: String,
    changes: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    /// The form of what stood on standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

pub(crate) fn run(args: &Fmt) -> Result<Status> {
    input::refuse_stdin_twice(args.files.iter().map(|path| &**path))?;
    let mut status = Status::Yes;
    let mut all = Vec::new();
    for path in &args.files {
        let name = input::name(path);
        let text = input::read_page(path)?;
        let (formed, left) = match format(&text) {
            Ok(formed) => (formed, None),
            Err(left) => {
                output::tell(&format!("{name} is left as it is: {left}"));
                status = Status::Unknown;
                (text.clone(), Some(left.to_string()))
            }
        };
        let changes = formed != text;
        if changes && (args.check || args.diff) {
            status = status.max(Status::No);
        }
        let diff = args.diff.then(|| output::difference(&name, &text, &formed));
        let written = !args.check && !args.diff;
        let to_output = written && input::is_stdin(path);
        if written && changes && !to_output {
            output::replace(path, &formed)?;
            output::tell(&format!("{name} has its form"));
        }
        if args.shown.is_json() {
            let text = to_output.then(|| String::from_utf8_lossy(&formed).into_owned());
            all.push(Formed { file: name, changes, left, diff, text });
        } else if let Some(diff) = diff {
            output::show_document(diff.as_bytes())?;
        } else if to_output {
            output::show_document(&formed)?;
        } else if args.check && changes {
            show(&screen(&format!("{name}\n")))?;
        }
    }
    match args.shown.form() {
        Form::Text => {}
        Form::Json => show(&output::json(Form::Json, &all)?)?,
        Form::Jsonl => {
            let lines: Result<Vec<String>> =
                all.iter().map(|it| output::json_text(Form::Jsonl, it)).collect();
            show(&Printed::Data(lines?.concat()))?;
        }
    }
    Ok(status)
}
