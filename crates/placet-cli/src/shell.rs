//! `placet completions` and `placet man`.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context, Result};
use clap::{Command, CommandFactory as _};
use clap_mangen::Man as Page;

use crate::Status;
use crate::args::{Args, Completions, Man};

pub(crate) fn run_completions(args: &Completions) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "placet", &mut script);
    show(&script)
}

pub(crate) fn run_man(args: &Man) -> Result<Status> {
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = &args.out else {
        return show(&page(&command).context("cannot render the manual page")?);
    };
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    write(&command, folder)?;
    Ok(Status::Yes)
}

fn show(text: &[u8]) -> Result<Status> {
    let mut out = io::stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).context("cannot write to standard output")?;
    Ok(Status::Yes)
}

/// Writes the pages of a command and its subcommands.
fn write(command: &Command, folder: &Path) -> Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let path = folder.join(format!("{name}.1"));
    let page = page(command).context("cannot render a manual page")?;
    fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
    command.get_subcommands().try_for_each(|child| write(child, folder))
}

/// The manual page of a command, with the end of its help text verbatim.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let page = Page::new(command.clone());
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    if let Some(notes) = command.get_after_help() {
        writeln!(text, ".SH NOTES\n.nf")?;
        for line in notes.to_string().lines() {
            // A dot or an apostrophe at the start of a line would be a roff request.
            let start = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
            writeln!(text, "{start}{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
        }
        writeln!(text, ".fi")?;
    }
    Ok(text)
}
