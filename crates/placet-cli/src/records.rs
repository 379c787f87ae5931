//! `placet records`: what robots.txt files hold.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use placet::Agent;
use placet_report::records::{AGENTS_SHOWN, Records as Held};
use serde_json::to_writer_pretty;

use crate::args::{Form, Records};
use crate::{Status, files, input, output};

pub(crate) fn run(args: &Records) -> Result<Status> {
    input::refuse_stdin_twice(args.files.iter().map(|path| &**path))?;
    let agents: Vec<Agent> = args.agent.iter().map(|agent| Agent::new(agent)).collect();
    // A name that stands for others may stand for any number of them.
    let alone = match &*args.files {
        [file] => input::is_stdin(file) || !files::is_many(file),
        _ => false,
    };
    let mut printer = Printer { form: args.shown.form(), alone, first: true };
    let mut status = Status::Yes;
    for file in args.files.iter().flat_map(|given| files::expand(given, files::ALL)) {
        let held = file.and_then(|file| {
            let (robots, unread) = input::read_robots(&file, &args.reading)?;
            let policy = args.reading.parse(&robots, args.reading.profile);
            // Programs are given them all.
            let most = if printer.form == Form::Text { AGENTS_SHOWN } else { usize::MAX };
            Ok(Held::new(&policy, &agents, most).of_file(&name(&file)).without(unread))
        });
        match held {
            Ok(held) => printer.print(&held)?,
            Err(error) => {
                output::tell(&format!("{error:#}"));
                status = Status::Unknown;
            }
        }
    }
    Ok(status)
}

/// What a file is called where programs read it.
fn name(file: &Path) -> String {
    if input::is_stdin(file) { "-".to_owned() } else { file.display().to_string() }
}

/// Prints what one file after the other holds.
struct Printer {
    form: Form,
    /// One file was asked for, by its name.
    alone: bool,
    /// Nothing has been printed yet.
    first: bool,
}

impl Printer {
    fn print(&mut self, held: &Held) -> Result<()> {
        let form = match self.form {
            Form::Json if !self.alone => Form::Jsonl,
            form => form,
        };
        match form {
            Form::Text => self.text(held)?,
            // What thousands of crawlers hear is too much to hold as text.
            Form::Json => lines(|out| Ok(to_writer_pretty(out, held)?)).context("cannot write")?,
            Form::Jsonl => {
                lines(|out| Ok(serde_json::to_writer(out, held)?)).context("cannot write")?;
            }
        }
        self.first = false;
        Ok(())
    }

    fn text(&self, held: &Held) -> Result<()> {
        let gap = if self.first { "" } else { "\n" };
        let name = if self.alone { String::new() } else { format!("{}\n\n", held.file()) };
        output::show(&output::screen(&format!("{gap}{name}{}", held.text(output::width()))))
    }
}

/// Writes to standard output, and ends the line.
fn lines(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    out.write_all(b"\n")?;
    out.flush()
}
