//! Reads files, up to a limit.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use placet::page::PagePolicyBuilder;
use placet::{PagePolicy, RobotsPolicy};
use placet_report::unread::{SEARCHED, Unread};

use crate::args::{ReadArgs, ReferenceArgs};

/// Whether a path is `-`, which means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of an input in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".into() } else { path.display().to_string() }
}

/// Opens a file, or standard input.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read + Send>> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let metadata = file.metadata().with_context(|| format!("cannot read {}", path.display()))?;
    if metadata.is_dir() {
        bail!("cannot read {}: it is a directory, expected a file", path.display());
    }
    Ok(Box::new(file))
}

/// Reads up to `ceiling` bytes of a file, and one more to show that it is longer.
pub(crate) fn read(path: &Path, ceiling: usize) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    open(path)?
        .take(ceiling as u64 + 1)
        .read_to_end(&mut text)
        .with_context(|| format!("cannot read {}", name(path)))?;
    Ok(text)
}

/// Reads a robots.txt, and finds what is past the size limit.
pub(crate) fn read_robots(path: &Path, reading: &ReadArgs) -> Result<(Vec<u8>, Option<Unread>)> {
    // Including the part that is searched for records but not parsed.
    let text = read(path, reading.ceiling().saturating_add(SEARCHED))?;
    let unread = Unread::of_text(&name(path), &text, reading.ceiling(), reading.profile);
    Ok((text, unread))
}

/// Reads a robots.txt with the files that it refers to, and finds what is past the size limit. Without
/// a path, the robots.txt is empty.
pub(crate) fn read_site(
    robots: Option<&Path>,
    references: &ReferenceArgs,
    reading: &ReadArgs,
) -> Result<(RobotsPolicy, Vec<Unread>)> {
    let (robots, cut) = match robots {
        Some(path) => read_robots(path, reading)?,
        None => (Vec::new(), None),
    };
    let mut unread = Vec::from_iter(cut);
    let mut files = HashMap::new();
    for (path, file) in &references.reference {
        let (text, cut) = read_robots(file, reading)?;
        unread.extend(cut);
        files.insert(path.as_str(), text);
    }
    Ok((reading.parse(&robots, reading.profile).join(|path| files.get(path)), unread))
}

/// Reads a page, up to the largest size that placet reads.
pub(crate) fn read_page(path: &Path) -> Result<Vec<u8>> {
    read(path, placet::limits::FILE_MAX)
}

/// The policy of a page. `site` is its robots.txt, which can name elements of the page.
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

/// Fails if more than one path is standard input, which can be read only once.
pub(crate) fn refuse_stdin_twice<'p>(paths: impl Iterator<Item = &'p Path>) -> Result<()> {
    if paths.filter(|path| is_stdin(path)).count() > 1 {
        bail!("standard input (-) can be used for one file only");
    }
    Ok(())
}
