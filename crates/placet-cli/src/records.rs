//! `placet records`.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use placet_report::records::{AGENTS_SHOWN, Records as Contents};
use serde_json::to_writer_pretty;

use crate::args::{OutputFormat, Records};
use crate::crawlers::named_agents;
use crate::signal_files::LocalSignals;
use crate::{Status, files, input, output};

pub(crate) fn run(args: &Records) -> Result<Status> {
    let inputs = args.files.iter().chain(args.signals.paths());
    input::refuse_stdin_twice(inputs.map(|path| &**path))?;
    let agents = named_agents(&args.agent, |_| true);
    let local = LocalSignals::read(&args.signals)?;
    let has_files = args.signals.paths().next().is_some();
    // A directory or pattern can mean any number of files.
    let alone = match &*args.files {
        [file] => input::is_stdin(file) || !files::is_many(file),
        _ => false,
    };
    let mut printer = Printer { format: args.output.format(), alone, first: true };
    let mut status = Status::Yes;
    for file in args.files.iter().flat_map(|path| files::expand(path, files::ALL)) {
        let contents = file.and_then(|file| {
            let (robots, unread) = input::read_robots(&file, &args.reading)?;
            let policy = args.reading.parse(&robots, args.reading.profile);
            // JSON lists all of them.
            let text = printer.format == OutputFormat::Text;
            let limit = if text { AGENTS_SHOWN } else { usize::MAX };
            let contents = Contents::new(&policy, &agents, limit);
            let contents = contents
                .with_uses(has_files, |agent| local.apply(&policy.for_agent(agent.clone())));
            Ok(contents.with_file(&name(&file)).with_unread(unread))
        });
        match contents {
            Ok(contents) => printer.print(&contents)?,
            Err(error) => {
                output::message(&format!("{error:#}"));
                status = Status::Unknown;
            }
        }
    }
    Ok(status)
}

/// The name of a file in JSON.
fn name(file: &Path) -> String {
    if input::is_stdin(file) { "-".to_owned() } else { file.display().to_string() }
}

/// Prints the contents of one file after the other.
struct Printer {
    format: OutputFormat,
    /// Whether the arguments name exactly one file.
    alone: bool,
    /// Whether nothing has been printed yet.
    first: bool,
}

impl Printer {
    fn print(&mut self, contents: &Contents) -> Result<()> {
        match self.format {
            OutputFormat::Text => self.text(contents)?,
            // Not through a string: the records of thousands of crawlers are too large.
            OutputFormat::Json if self.alone => {
                write_line(|out| Ok(to_writer_pretty(out, contents)?))?;
            }
            _ => write_line(|out| Ok(serde_json::to_writer(out, contents)?))?,
        }
        self.first = false;
        Ok(())
    }

    fn text(&self, contents: &Contents) -> Result<()> {
        let gap = if self.first { "" } else { "\n" };
        let name = if self.alone { String::new() } else { format!("{}\n\n", contents.file()) };
        let text = contents.text(output::width());
        output::show(&output::screen(&format!("{gap}{name}{text}")))
    }
}

/// Writes to standard output and ends the line.
fn write_line(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}
