//! `placet cache`.

use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::{Context, Result};
use placet_fetch::store::Store;
use placet_fetch::{Digest, Entry, Hop, Origin, Time};
use placet_report::evidence::{self, StoredEntry};
use tokio::runtime::Runtime;
use url::Url;

use crate::Status;
use crate::args::{Cache, CacheCommand, List, Purge, Show, StoreArgs};
use crate::fetcher::origin;
use crate::output::{self, Printed, screen, show};

/// The scheme of the keys of bytes that are stored by digest.
const DIGEST: &str = "sha256";

pub(crate) fn run(args: &Cache) -> Result<Status> {
    match &args.command {
        CacheCommand::List(args) => list(args),
        CacheCommand::Show(args) => show_one(args),
        CacheCommand::Purge(args) => purge(args),
    }
}

/// A store with the runtime of its threads.
#[derive(Debug)]
pub(crate) struct OpenStore {
    runtime: Runtime,
    store: Arc<dyn Store>,
}

impl StoreArgs {
    /// Opens the store to read or remove entries.
    pub(crate) fn open(&self) -> Result<OpenStore> {
        let runtime = Runtime::new().context("cannot start the threads of the store")?;
        let store = {
            // The constructors of some stores spawn tasks.
            let _entered = runtime.enter();
            self.open_existing()?
        };
        Ok(OpenStore { runtime, store })
    }
}

impl OpenStore {
    /// The entry of a URL.
    pub(crate) fn find(&self, url: &Url) -> Result<Option<Arc<Entry>>> {
        Ok(self.runtime.block_on(async { self.store.get(url, Time::now()).await })?)
    }

    fn urls(&self) -> Result<Vec<Url>> {
        Ok(self.runtime.block_on(async { self.store.urls().await })?)
    }

    fn remove(&self, urls: &[Url]) -> Result<usize> {
        self.runtime.block_on(async {
            // All removals start before the first is awaited, so that a file store batches them.
            let removals: Vec<_> = urls.iter().map(|url| self.store.remove(url)).collect();
            let mut removed = 0;
            for removal in removals {
                removed += usize::from(removal.await?);
            }
            Ok(removed)
        })
    }
}

/// The key of an entry: bytes by digest, or the robots.txt of a site.
pub(crate) fn key(text: &str) -> Result<Url> {
    if text.starts_with("sha256:") {
        let digest: Digest = text.parse().with_context(|| format!("{text:?} is not a digest"))?;
        return digest.key().with_context(|| format!("{digest} is not a key"));
    }
    Ok(origin(text)?.robots_txt().clone())
}

fn list(args: &List) -> Result<Status> {
    let store = args.store.open()?;
    let mut entries = Vec::new();
    for url in store.urls()? {
        // Another process may have removed it in the meantime.
        entries.extend(store.find(&url)?);
    }
    if args.is_json() {
        let mut lines = String::new();
        for entry in &entries {
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "{}", serde_json::to_string(&StoredEntry::new(entry))?);
        }
        show(&Printed::Data(lines))?;
    } else if entries.is_empty() {
        show(&screen("The store is empty.\n"))?;
    } else {
        show(&screen(&evidence::list(&entries, Time::now(), output::width())))?;
    }
    Ok(Status::Yes)
}

fn show_one(args: &Show) -> Result<Status> {
    let url = key(&args.entry)?;
    let Some(entry) = args.store.open()?.find(&url)? else {
        output::message(&format!("the store has no entry for {url}"));
        return Ok(Status::No);
    };
    if args.body {
        output::show_document(entry.copy().map_or(&[][..], |copy| copy.body().bytes()))?;
    } else if args.output.is_json() {
        show(&output::json(args.output.format(), &StoredEntry::new(&entry))?)?;
    } else {
        show(&screen(&evidence::text(&entry)))?;
    }
    Ok(Status::Yes)
}

fn purge(args: &Purge) -> Result<Status> {
    let named: Vec<Url> = args.entries.iter().map(|entry| key(entry)).collect::<Result<_>>()?;
    let store = args.store.open()?;
    let all = store.urls()?;
    let mut urls = Vec::new();
    for url in all {
        if args.all || named.contains(&url) || is_from(&store, &url, &named)? {
            urls.push(url);
        }
    }
    show(&match store.remove(&urls)? {
        1 => screen("removed 1 entry\n"),
        count => screen(&format!("removed {count} entries\n")),
    })?;
    Ok(Status::Yes)
}

/// Whether the entry of a URL came from one of the named sites.
fn is_from(store: &OpenStore, url: &Url, named: &[Url]) -> Result<bool> {
    let requested = if url.scheme() == DIGEST {
        // The copy records the URL of the first request.
        let entry = store.find(url)?;
        let copy = entry.as_ref().and_then(|entry| entry.copy());
        copy.map(|copy| copy.chain().first().map_or(copy.url(), Hop::url).clone())
    } else {
        Some(url.clone())
    };
    let origin = requested.and_then(|url| Origin::of(&url).ok());
    Ok(origin.is_some_and(|origin| named.contains(origin.robots_txt())))
}
