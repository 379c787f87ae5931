//! Reading files, bounded.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use placet::page::PagePolicyBuilder;
use placet::{PagePolicy, RobotsPolicy};
use placet_report::unread::{COUNTED, Unread};

use crate::args::Reading;

/// The input that `-` stands for.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What the input is called in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".into() } else { path.display().to_string() }
}

/// Opens a file, or standard input.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read + Send>> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let about = file.metadata().with_context(|| format!("cannot read {}", path.display()))?;
    if about.is_dir() {
        bail!("cannot read {}: it is a directory, expected a file", path.display());
    }
    Ok(Box::new(file))
}

/// Reads a file up to `ceiling` bytes, and one more where there are more, so that the reader of
/// the text can tell.
pub(crate) fn read(path: &Path, ceiling: usize) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    open(path)?
        .take(ceiling as u64 + 1)
        .read_to_end(&mut text)
        .with_context(|| format!("cannot read {}", name(path)))?;
    Ok(text)
}

/// Reads a robots.txt, and what of it lies behind the ceiling.
pub(crate) fn read_robots(path: &Path, reading: &Reading) -> Result<(Vec<u8>, Option<Unread>)> {
    // As far as what is not read is looked through, so that it can be told.
    let text = read(path, reading.ceiling().saturating_add(COUNTED))?;
    let unread = Unread::of_text(&name(path), &text, reading.ceiling(), reading.profile);
    Ok((text, unread))
}

/// Reads a page up to the most that is ever read of one.
pub(crate) fn read_page(path: &Path) -> Result<Vec<u8>> {
    read(path, placet::limits::FILE_MAX)
}

/// What a page says, from what was read of it; elements that the site's robots.txt names are looked
/// for, where that is known.
pub(crate) fn page(
    site: Option<&RobotsPolicy>,
    headers: &[(String, String)],
    html: Option<&[u8]>,
    rendered: Option<&[u8]>,
) -> PagePolicy {
    let page = headers
        .iter()
        .fold(PagePolicy::builder(), |page, (name, value)| page.header(name, value.as_bytes()));
    let page = site.into_iter().fold(page, PagePolicyBuilder::site);
    let page = html.into_iter().fold(page, PagePolicyBuilder::html);
    rendered.into_iter().fold(page, PagePolicyBuilder::rendered).build()
}

/// Standard input can be read once only.
pub(crate) fn refuse_stdin_twice<'p>(paths: impl Iterator<Item = &'p Path>) -> Result<()> {
    if paths.filter(|path| is_stdin(path)).count() > 1 {
        bail!("standard input can stand for one file only");
    }
    Ok(())
}
