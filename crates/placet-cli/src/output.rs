//! Printing, writing files, and showing what would be written.

use std::fs;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result};
use placet_report::{Screen, Style};
use serde::Serialize;
use similar::TextDiff;
use tempfile::NamedTempFile;
use terminal_size::{Width, terminal_size_of};

use crate::args::Form;

/// What is written to standard output.
#[derive(Debug)]
pub(crate) enum Printed {
    /// For people, safe for their terminals.
    Screen(Screen),
    /// For programs, as it is.
    Data(String),
}

/// Text for people.
pub(crate) fn screen(text: &str) -> Printed {
    Printed::Screen(Screen::new(text))
}

/// Writes to standard output; without colours where none are wanted.
pub(crate) fn show(printed: &Printed) -> Result<()> {
    let mut out = anstream::stdout();
    let text = match printed {
        Printed::Screen(screen) => screen.as_str(),
        Printed::Data(data) => data,
    };
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write")
}

/// A value as JSON, in a form for programs, ending in a line end.
pub(crate) fn json(form: Form, value: &impl Serialize) -> Result<Printed> {
    json_text(form, value).map(Printed::Data)
}

/// The same as text, to be put together with more.
pub(crate) fn json_text(form: Form, value: &impl Serialize) -> Result<String> {
    let text = match form {
        Form::Jsonl => serde_json::to_string(value)?,
        Form::Json | Form::Text => serde_json::to_string_pretty(value)?,
    };
    Ok(text + "\n")
}

/// Whether standard output shows colours: by `--color`, the environment, or because it is a
/// terminal.
pub(crate) fn style() -> Style {
    match AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => Style::Plain,
        _ => Style::Coloured,
    }
}

/// How wide standard output is, if it is a terminal; what goes elsewhere is not cut.
pub(crate) fn width() -> Option<u16> {
    let out = std::io::stdout();
    let size = if out.is_terminal() { terminal_size_of(out) } else { None };
    size.map(|(Width(width), _)| width).filter(|&width| width > 0)
}

/// Writes a file whole or not at all: the bytes go beside it, and then take its place and its
/// permissions. A symbolic link stays one.
pub(crate) fn replace(path: &Path, text: &[u8]) -> Result<()> {
    let told = || format!("cannot write {}", path.display());
    // What does not exist yet has its name only.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = place.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(known) = fs::metadata(&place) else {
        return fs::write(&place, text).with_context(told);
    };
    let mut beside = NamedTempFile::new_in(folder).with_context(told)?;
    beside.write_all(text).with_context(told)?;
    beside.as_file().sync_all().with_context(told)?;
    beside.as_file().set_permissions(known.permissions()).with_context(told)?;
    beside.persist(&place).map_err(|error| error.error).with_context(told)?;
    Ok(())
}

/// What changes in a file, as a unified diff; nothing where nothing does.
pub(crate) fn difference(name: &str, old: &[u8], new: &[u8]) -> String {
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    TextDiff::from_lines(&*old, &*new).unified_diff().header(name, name).to_string()
}

/// Writes a document, or a part of one, to standard output: byte by byte to files and programs, safe
/// to look at to a terminal.
pub(crate) fn show_document(bytes: &[u8]) -> Result<()> {
    let out = std::io::stdout();
    if out.is_terminal() {
        return show(&Printed::Screen(Screen::plain(&String::from_utf8_lossy(bytes))));
    }
    let mut out = out.lock();
    out.write_all(bytes).and_then(|()| out.flush()).context("cannot write")
}

/// Writes text for people that is no part of the output.
pub(crate) fn say(text: &str) {
    // Nobody is left to be told where even this cannot be written.
    let _ = write!(anstream::stderr(), "{}", Screen::plain(text));
}

/// Tells people something that is no part of the output.
pub(crate) fn tell(told: &str) {
    say(&format!("placet: {told}\n"));
}
