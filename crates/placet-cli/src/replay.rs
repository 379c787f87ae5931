//! `placet replay`.

use std::sync::Arc;

use anyhow::{Result, bail};
use placet_fetch::{Entry, Site};
use placet_report::evidence::{self, Basis, StoredEntry};
use placet_report::unread::Unread;
use placet_report::{SourceNames, Unknown};
use url::{Position, Url};

use crate::Status;
use crate::args::Replay;
use crate::cache::{OpenStore, key};
use crate::check::show_decision;
use crate::question::{Loaded, refused_address};

pub(crate) fn run(args: &Replay) -> Result<Status> {
    let store = args.store.open()?;
    let url = key(&args.entry)?;
    let Some(entry) = store.find(&url)? else {
        bail!("the store has no entry for {url}; `placet cache list` shows its entries");
    };
    let loaded = load(args, &store, entry)?;
    let target = loaded.target(&args.url)?;
    let decision = loaded.agent_policy.decide_on(args.usage, &target, &args.crawler.asked_at());
    show_decision(loaded, &decision, args.output)
}

/// Loads the site from the store, without any request.
fn load(args: &Replay, store: &OpenStore, entry: Arc<Entry>) -> Result<Loaded> {
    let crawler = args.crawler.crawler(args.agent.agent()?);
    let site = Site::new(entry, args.reading.profile)?;
    let references = references(args, store, site.references(&crawler))?;
    // A referenced file that is not stored counts as unreadable and prohibits.
    let site = if references.is_empty() { site } else { site.join(references) };
    let entries: Vec<_> = site.entries().collect();
    let unknown = refused_address(site.entry()).map(Unknown::Site);
    let notes = |entry: &Arc<Entry>| {
        let notes = if unknown.is_none() { evidence::notes(entry) } else { Vec::new() };
        [notes, evidence::lines(entry)].concat()
    };
    Ok(Loaded {
        agent_policy: site.for_agent(crawler),
        names: SourceNames {
            robots: Some(site.entry().evidence().final_url.to_string()),
            ..SourceNames::default()
        },
        notes: entries.iter().flat_map(|entry| notes(entry)).collect(),
        advice: Vec::new(),
        basis: Basis {
            evidence: entries.iter().map(|entry| StoredEntry::new(entry)).collect(),
            page: None,
            unread: entries.iter().filter_map(|entry| Unread::of_entry(entry)).collect(),
            unknown,
        },
    })
}

/// The stored files that the site refers to: the bytes given with `--reference`, or the latest copy.
fn references(args: &Replay, store: &OpenStore, urls: Vec<Url>) -> Result<Vec<Arc<Entry>>> {
    let is_named = |url: &Url, target: &str| {
        url.as_str() == target
            || url.as_str().get(url[..Position::BeforePath].len()..) == Some(target)
    };
    if let Some((target, _)) =
        args.reference.iter().find(|(target, _)| !urls.iter().any(|url| is_named(url, target)))
    {
        bail!("robots.txt does not refer {} to {target:?}", args.agent.agent()?);
    }
    let mut entries = Vec::new();
    for url in urls {
        let named = args.reference.iter().find(|(target, _)| is_named(&url, target));
        let Some((_, digest)) = named else {
            entries.extend(store.find(&url)?);
            continue;
        };
        let Some(archived) = store.find(&key(digest)?)? else {
            bail!("the store does not have {digest}; `placet cache list` shows its entries");
        };
        entries.push(Arc::new(archived.held_about(url)));
    }
    Ok(entries)
}
