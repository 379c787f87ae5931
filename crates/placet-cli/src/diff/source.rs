//! The two files to compare: read, or fetched.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use placet::RobotsPolicy;
use placet_fetch::{Origin, Standing};
use placet_report::evidence;

use crate::args::Diff;
use crate::asked::tell_unread;
use crate::fetching::Fetcher;
use crate::{input, output};

/// What a file says, and what it is called.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) name: String,
    pub(super) policy: RobotsPolicy,
}

/// Reads or fetches the old file and the new.
pub(super) fn read(args: &Diff) -> Result<[Source; 2]> {
    let is_url = |text: &str| text.starts_with("http://") || text.starts_with("https://");
    let fetcher = if is_url(&args.old) || is_url(&args.new) {
        let (profile, ceiling) = (args.reading.profile, args.reading.ceiling());
        Some(args.fetching.open(None, profile, ceiling, 1)?)
    } else {
        None
    };
    let source = |text: &str| match &fetcher {
        Some(fetcher) if is_url(text) => fetch(fetcher, text),
        _ => from_file(args, Path::new(text)),
    };
    let sources = [source(&args.old)?, source(&args.new)?];
    if let Some(fetcher) = fetcher {
        fetcher.tell_trouble();
    }
    Ok(sources)
}

fn from_file(args: &Diff, path: &Path) -> Result<Source> {
    let (text, unread) = input::read_robots(path, &args.reading)?;
    let mut unread = Vec::from_iter(unread);
    let mut referred = HashMap::new();
    for (path, file) in &args.reference {
        let (text, cut) = input::read_robots(file, &args.reading)?;
        unread.extend(cut);
        referred.insert(path.as_str(), text);
    }
    tell_unread(&unread);
    let policy = args.reading.parse(&text, args.reading.profile);
    Ok(Source { name: input::name(path), policy: policy.join(|path| referred.get(path)) })
}

/// Gets the robots.txt of a site, with the files that it refers any crawler to.
fn fetch(fetcher: &Fetcher, url: &str) -> Result<Source> {
    let origin: Origin = url.parse().with_context(|| format!("cannot fetch {url}"))?;
    let site = fetcher.site(&origin, None)?;
    for note in evidence::notes(site.entry()) {
        output::tell(&format!("{origin}: {note}"));
    }
    if site.entry().standing() == Standing::Unreachable {
        bail!("cannot compare with {origin}: its robots.txt could not be reached");
    }
    let name = site.entry().evidence().final_url.to_string();
    Ok(Source { name, policy: site.policy().clone() })
}
