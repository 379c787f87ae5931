//! Prints output and messages, and writes files.

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

use crate::args::OutputFormat;

/// Text for standard output.
#[derive(Debug)]
pub(crate) enum Printed {
    /// For people, safe for a terminal.
    Screen(Screen),
    /// For programs, unchanged.
    Data(String),
}

/// Rendered text for people.
pub(crate) fn screen(text: &str) -> Printed {
    Printed::Screen(Screen::new(text))
}

/// Prints to standard output, without colours if they are off.
pub(crate) fn show(printed: &Printed) -> Result<()> {
    let mut out = anstream::stdout();
    let text = match printed {
        Printed::Screen(screen) => screen.as_str(),
        Printed::Data(data) => data,
    };
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}

/// A value as JSON that ends in a newline.
pub(crate) fn json(format: OutputFormat, value: &impl Serialize) -> Result<Printed> {
    json_text(format, value).map(Printed::Data)
}

/// The same as a string.
pub(crate) fn json_text(format: OutputFormat, value: &impl Serialize) -> Result<String> {
    let text = match format {
        OutputFormat::Jsonl => serde_json::to_string(value)?,
        OutputFormat::Json | OutputFormat::Text => serde_json::to_string_pretty(value)?,
    };
    Ok(text + "\n")
}

/// JSON texts as one output: lines, one document, or an array of documents.
pub(crate) fn documents(format: OutputFormat, texts: &[String]) -> Printed {
    Printed::Data(match (format, texts) {
        (OutputFormat::Jsonl, lines) => lines.concat(),
        (_, [one]) => one.clone(),
        (_, many) => {
            let many: Vec<&str> = many.iter().map(|it| it.trim_end()).collect();
            format!("[\n{}\n]\n", many.join(",\n"))
        }
    })
}

/// Whether to use colours, by `--color`, the environment, and whether the output is a terminal.
pub(crate) fn style() -> Style {
    match AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => Style::Plain,
        _ => Style::Coloured,
    }
}

/// The width of standard output if it is a terminal. Other output is not cut.
pub(crate) fn width() -> Option<u16> {
    let out = std::io::stdout();
    let size = if out.is_terminal() { terminal_size_of(out) } else { None };
    size.map(|(Width(width), _)| width).filter(|&width| width > 0)
}

/// Replaces a file atomically, through a temporary file in the same folder. Permissions and symbolic
/// links are kept.
pub(crate) fn replace(path: &Path, text: &[u8]) -> Result<()> {
    let context = || format!("cannot write {}", path.display());
    // A file that does not exist yet cannot be canonicalized.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = target.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(metadata) = fs::metadata(&target) else {
        return fs::write(&target, text).with_context(context);
    };
    let mut temporary = NamedTempFile::new_in(folder).with_context(context)?;
    temporary.write_all(text).with_context(context)?;
    temporary.as_file().sync_all().with_context(context)?;
    temporary.as_file().set_permissions(metadata.permissions()).with_context(context)?;
    temporary.persist(&target).map_err(|error| error.error).with_context(context)?;
    Ok(())
}

/// A unified diff; empty if nothing changes.
pub(crate) fn difference(name: &str, old: &[u8], new: &[u8]) -> String {
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    TextDiff::from_lines(&*old, &*new).unified_diff().header(name, name).to_string()
}

/// Prints a document: byte for byte to files and pipes, sanitized to a terminal.
pub(crate) fn show_document(bytes: &[u8]) -> Result<()> {
    let out = std::io::stdout();
    if out.is_terminal() {
        return show(&Printed::Screen(Screen::plain(&String::from_utf8_lossy(bytes))));
    }
    let mut out = out.lock();
    out.write_all(bytes).and_then(|()| out.flush()).context("cannot write to standard output")
}

/// Prints text for people to standard error.
pub(crate) fn print_error(text: &str) {
    // There is nowhere left to report a failure.
    let _ = write!(anstream::stderr(), "{}", Screen::plain(text));
}

/// Prints a message for people to standard error.
pub(crate) fn message(message: &str) {
    print_error(&format!("placet: {message}\n"));
}
