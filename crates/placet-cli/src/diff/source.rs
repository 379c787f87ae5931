//! Reads or fetches the two files to compare.

use std::path::Path;

use anyhow::{Context, Result, bail};
use placet::RobotsPolicy;
use placet::signals::SignalFiles;
use placet_fetch::{Origin, Standing};
use placet_report::evidence;

use crate::args::{Diff, SignalArgs};
use crate::fetcher::{Fetcher, ONE_QUESTION};
use crate::question::report_unread;
use crate::{input, output};

/// A parsed file with its name.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) name: String,
    pub(super) policy: RobotsPolicy,
    /// The site, if it is live.
    pub(super) site: Option<Origin>,
    /// Its files with signals.
    pub(super) files: SignalFiles,
}

/// Reads or fetches the old and the new file.
pub(super) fn read(args: &Diff, given: &[SignalArgs; 2]) -> Result<[Source; 2]> {
    let is_url = |text: &str| text.starts_with("http://") || text.starts_with("https://");
    let fetcher = if is_url(&args.old) || is_url(&args.new) {
        let (profile, ceiling) = (args.reading.profile, args.reading.ceiling());
        Some(args.fetching.open(None, profile, ceiling, ONE_QUESTION)?)
    } else {
        None
    };
    let source = |text: &str| match &fetcher {
        Some(fetcher) if is_url(text) => fetch(fetcher, text),
        _ => from_file(args, Path::new(text)),
    };
    let mut sources = [source(&args.old)?, source(&args.new)?];
    super::signals::add(args, given, fetcher.as_ref(), &mut sources)?;
    if let Some(fetcher) = fetcher {
        fetcher.report_store_error();
    }
    Ok(sources)
}

fn from_file(args: &Diff, path: &Path) -> Result<Source> {
    let (policy, unread) = input::read_site(Some(path), &args.references, &args.reading)?;
    report_unread(&unread);
    Ok(Source { name: input::name(path), policy, site: None, files: SignalFiles::new() })
}

/// Fetches the robots.txt of a site, with the files that it refers any crawler to.
fn fetch(fetcher: &Fetcher, url: &str) -> Result<Source> {
    let origin: Origin = url.parse().with_context(|| format!("cannot fetch {url}"))?;
    let site = fetcher.site(&origin, None)?;
    for note in evidence::notes(site.entry()) {
        output::message(&format!("{origin}: {note}"));
    }
    if site.entry().standing() == Standing::Unreachable {
        bail!("cannot compare with {origin}: its robots.txt is unreachable");
    }
    let name = site.entry().evidence().final_url.to_string();
    let policy = site.policy().clone();
    Ok(Source { name, policy, site: Some(origin), files: SignalFiles::new() })
}
