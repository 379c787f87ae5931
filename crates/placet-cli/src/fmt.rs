//! `placet fmt`.

use anyhow::Result;
use placet_publish::format::format;
use serde::Serialize;

use crate::args::{Fmt, OutputFormat};
use crate::output::{self, Printed, screen, show};
use crate::{Status, input};

/// The result of one file, as JSON.
#[derive(Serialize)]
struct Formatted {
    file: String,
    changes: bool,
    /// Why the file was left unchanged.
    #[serde(rename = "left", skip_serializing_if = "Option::is_none")]
    unchanged: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    /// The formatted text of standard input.
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
        let (formatted, unchanged) = match format(&text) {
            Ok(formatted) => (formatted, None),
            Err(why) => {
                output::message(&format!("{name} was left unchanged: {why}"));
                status = Status::Unknown;
                (text.clone(), Some(why.to_string()))
            }
        };
        let changes = formatted != text;
        if changes && (args.check || args.diff) {
            status = status.max(Status::No);
        }
        let diff = args.diff.then(|| output::difference(&name, &text, &formatted));
        let writes = !args.check && !args.diff;
        let to_output = writes && input::is_stdin(path);
        if writes && changes && !to_output {
            output::replace(path, &formatted)?;
            output::message(&format!("formatted {name}"));
        }
        if args.output.is_json() {
            let text = to_output.then(|| String::from_utf8_lossy(&formatted).into_owned());
            all.push(Formatted { file: name, changes, unchanged, diff, text });
        } else if let Some(diff) = diff {
            output::show_document(diff.as_bytes())?;
        } else if to_output {
            output::show_document(&formatted)?;
        } else if args.check && changes {
            show(&screen(&format!("{name}\n")))?;
        }
    }
    match args.output.format() {
        OutputFormat::Text => {}
        OutputFormat::Json => show(&output::json(OutputFormat::Json, &all)?)?,
        OutputFormat::Jsonl => {
            let lines: Result<Vec<String>> =
                all.iter().map(|it| output::json_text(OutputFormat::Jsonl, it)).collect();
            show(&Printed::Data(lines?.concat()))?;
        }
    }
    Ok(status)
}
