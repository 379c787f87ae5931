//! `placet replay`: an earlier decision, made again from the bytes it was made from.

use std::sync::Arc;

use anyhow::{Result, bail};
use placet_fetch::{Entry, Site};
use placet_report::Origins;
use placet_report::evidence::{self, Basis, Held};
use placet_report::unread::Unread;
use url::{Position, Url};

use crate::Status;
use crate::args::Replay;
use crate::asked::{Heard, unasked};
use crate::cache::{Shelf, key};
use crate::check::show_decision;

pub(crate) fn run(args: &Replay) -> Result<Status> {
    if !args.who.reference.is_empty() {
        bail!("--reference has no place here: files referred to are taken from the store");
    }
    let shelf = args.kept.shelf()?;
    let url = key(&args.what)?;
    let Some(entry) = shelf.find(&url)? else {
        bail!("nothing is held about {url}: `placet cache list` shows what is");
    };
    let heard = hear(args, &shelf, entry)?;
    let target = heard.target(&args.url)?;
    let decision = heard.inquiry.decide_on(args.usage, &target, &args.who.occasion());
    show_decision(heard, &decision, args.shown)
}

/// What the store says of the site; nothing is asked of anyone else.
fn hear(args: &Replay, shelf: &Shelf, entry: Arc<Entry>) -> Result<Heard> {
    let crawler = args.who.crawler(args.named.agent());
    let site = Site::new(entry, args.reading.profile)?;
    let references = referred(args, shelf, site.references(&crawler))?;
    // What is not held is not known, and prohibits.
    let site = if references.is_empty() { site } else { site.join(references) };
    let entries: Vec<_> = site.entries().collect();
    let unknown = unasked(site.entry());
    let told = |entry: &Arc<Entry>| {
        let notes = if unknown.is_none() { evidence::notes(entry) } else { Vec::new() };
        [notes, evidence::told(entry)].concat()
    };
    Ok(Heard {
        inquiry: site.for_agent(crawler),
        origins: Origins {
            robots: Some(site.entry().evidence().final_url.to_string()),
            ..Origins::default()
        },
        told: entries.iter().flat_map(|entry| told(entry)).collect(),
        basis: Basis {
            evidence: entries.iter().map(|entry| Held::new(entry)).collect(),
            page: None,
            unread: entries.iter().filter_map(|entry| Unread::of_entry(entry)).collect(),
            unknown,
        },
    })
}

/// What is held about the files that the site refers to: the bytes that were told, else what was
/// held last.
fn referred(args: &Replay, shelf: &Shelf, urls: Vec<Url>) -> Result<Vec<Arc<Entry>>> {
    let is_told = |url: &Url, target: &str| {
        url.as_str() == target
            || url.as_str().get(url[..Position::BeforePath].len()..) == Some(target)
    };
    if let Some((target, _)) =
        args.referred.iter().find(|(target, _)| !urls.iter().any(|url| is_told(url, target)))
    {
        bail!("the file does not refer {} to {target:?}", args.named.agent());
    }
    let mut entries = Vec::new();
    for url in urls {
        let told = args.referred.iter().find(|(target, _)| is_told(&url, target));
        let Some((_, digest)) = told else {
            entries.extend(shelf.find(&url)?);
            continue;
        };
        let Some(archived) = shelf.find(&key(digest)?)? else {
            bail!("the bytes {digest} are not held: `placet cache list` shows what is");
        };
        entries.push(Arc::new(archived.held_about(url)));
    }
    Ok(entries)
}
