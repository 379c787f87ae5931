//! `placet replay`.

use std::sync::Arc;

use anyhow::{Result, bail};
use placet_fetch::{Entry, SignalEntries, SignalEntry, Site};
use placet_report::evidence::{self, Basis, StoredEntry, refused_address};
use placet_report::signals::files_needed;
use placet_report::unread::Unread;
use placet_report::{SourceNames, Unknown};
use url::{Position, Url};

use crate::Status;
use crate::args::Replay;
use crate::cache::{OpenStore, key};
use crate::check::show_decision;
use crate::question::Loaded;
use crate::signal_files::LiveSignals;

pub(crate) fn run(args: &Replay) -> Result<Status> {
    let store = args.store.open()?;
    let url = key(&args.entry)?;
    let Some(entry) = store.find(&url)? else {
        bail!("the store has no entry for {url}; `placet cache list` shows its entries");
    };
    let (mut loaded, site) = load(args, &store, entry)?;
    let signals = signals(args, &store, &loaded, &site)?;
    loaded.add_signals(signals, true);
    let target = loaded.target(&args.url)?;
    let decision = loaded.agent_policy.decide_on(args.usage, &target, &args.crawler.asked_at());
    show_decision(loaded, &decision, args.output)
}

/// Loads the site from the store, without any request.
fn load(args: &Replay, store: &OpenStore, entry: Arc<Entry>) -> Result<(Loaded, Site)> {
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
    let loaded = Loaded {
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
    };
    Ok((loaded, site))
}

/// The stored files that the site refers to: the bytes given with `--reference`, or the latest copy.
fn references(args: &Replay, store: &OpenStore, urls: Vec<Url>) -> Result<Vec<Arc<Entry>>> {
    let found = urls.into_iter().map(|url| stored(args, store, url));
    found.filter_map(Result::transpose).collect()
}

/// The policy with the stored files that contain signals, as far as the decision depends on them.
fn signals(args: &Replay, store: &OpenStore, loaded: &Loaded, site: &Site) -> Result<LiveSignals> {
    let policy = loaded.agent_policy.families(args.families.chosen());
    let needed = files_needed(&policy, &loaded.target(&args.url)?, &[args.usage]);
    let mut entries = Vec::new();
    let mut urls = site.references(policy.crawler());
    for file in needed {
        for url in site.origin().signal_urls(&file) {
            let entry = stored(args, store, url.clone())?;
            entries.extend(entry.map(|entry| SignalEntry::new(file.clone(), entry)));
            urls.push(url);
        }
    }
    for (target, _) in &args.reference {
        if !urls.iter().any(|url| is_named(url, target)) {
            bail!(
                "robots.txt does not refer {} to {target:?}, and the decision depends on no such file \
                 with signals",
                args.agent.agent()?
            );
        }
    }
    let entries = SignalEntries::new(entries);
    Ok(LiveSignals { policy: policy.signal_files(&entries.files()), entries })
}

/// The stored file of a URL: the bytes given with `--reference`, or the latest copy.
fn stored(args: &Replay, store: &OpenStore, url: Url) -> Result<Option<Arc<Entry>>> {
    let Some((_, digest)) = args.reference.iter().find(|(target, _)| is_named(&url, target)) else {
        return store.find(&url);
    };
    let Some(archived) = store.find(&key(digest)?)? else {
        bail!("the store does not have {digest}; `placet cache list` shows its entries");
    };
    Ok(Some(Arc::new(archived.held_about(url))))
}

/// Whether a path or URL names a file.
fn is_named(url: &Url, target: &str) -> bool {
    url.as_str() == target || url.as_str().get(url[..Position::BeforePath].len()..) == Some(target)
}
