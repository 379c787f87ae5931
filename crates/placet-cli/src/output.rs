//! Writing files, and showing what would be written.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use similar::TextDiff;
use tempfile::NamedTempFile;

/// Writes a file whole or not at all: the octets go beside it, and then take its place and its
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

/// Writes octets to standard output.
pub(crate) fn show_octets(octets: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(octets).and_then(|()| out.flush()).context("cannot write")
}

/// Writes text for people that is no part of the output.
pub(crate) fn say(text: &str) {
    // Nobody is left to be told where even this cannot be written.
    let _ = write!(anstream::stderr(), "{text}");
}

/// Tells people something that is no part of the output.
pub(crate) fn tell(told: &str) {
    say(&format!("placet: {told}\n"));
}
