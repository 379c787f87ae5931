//! `placet cache`: what the store holds.

use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::{Context, Result};
use placet_fetch::store::Store;
use placet_fetch::{Digest, Entry, Hop, Origin, Time};
use placet_report::evidence::{self, Held};
use tokio::runtime::Runtime;
use url::Url;

use crate::Status;
use crate::args::{Cache, Kept, List, Purge, Show, Task};
use crate::fetching::origin;
use crate::output::{self, Printed, screen, show};

/// What begins the key of bytes that are kept by their digest.
const DIGEST: &str = "sha256";

pub(crate) fn run(args: &Cache) -> Result<Status> {
    match &args.task {
        Task::List(args) => list(args),
        Task::Show(args) => show_one(args),
        Task::Purge(args) => purge(args),
    }
}

/// A store, and what runs it.
#[derive(Debug)]
pub(crate) struct Shelf {
    runtime: Runtime,
    store: Arc<dyn Store>,
}

impl Kept {
    /// Opens the store to look into it.
    pub(crate) fn shelf(&self) -> Result<Shelf> {
        let runtime = Runtime::new().context("cannot start the threads of the store")?;
        let store = {
            // Some stores begin to work when they are made.
            let _entered = runtime.enter();
            self.alone()?
        };
        Ok(Shelf { runtime, store })
    }
}

impl Shelf {
    /// What is held about a URL.
    pub(crate) fn find(&self, url: &Url) -> Result<Option<Arc<Entry>>> {
        Ok(self.runtime.block_on(async { self.store.get(url, Time::now()).await })?)
    }

    fn urls(&self) -> Result<Vec<Url>> {
        Ok(self.runtime.block_on(async { self.store.urls().await })?)
    }

    fn forget(&self, urls: &[Url]) -> Result<usize> {
        self.runtime.block_on(async {
            // All are asked for before the first is awaited: a file takes them in one go.
            let removals: Vec<_> = urls.iter().map(|url| self.store.remove(url)).collect();
            let mut forgotten = 0;
            for removal in removals {
                forgotten += usize::from(removal.await?);
            }
            Ok(forgotten)
        })
    }
}

/// The key of what text names: bytes by their digest, or the robots.txt of a site.
pub(crate) fn key(text: &str) -> Result<Url> {
    if text.starts_with("sha256:") {
        let digest: Digest = text.parse().with_context(|| format!("{text:?} is no digest"))?;
        return digest.key().with_context(|| format!("{digest} is no key"));
    }
    Ok(origin(text)?.robots_txt().clone())
}

fn list(args: &List) -> Result<Status> {
    let shelf = args.kept.shelf()?;
    let mut entries = Vec::new();
    for url in shelf.urls()? {
        // What cannot be read, and what went meanwhile, is not held.
        entries.extend(shelf.find(&url)?);
    }
    if args.is_json() {
        let mut lines = String::new();
        for entry in &entries {
            // A string takes all that is written to it.
            let _ = writeln!(lines, "{}", serde_json::to_string(&Held::new(entry))?);
        }
        show(&Printed::Data(lines))?;
    } else if entries.is_empty() {
        show(&screen("The store holds nothing.\n"))?;
    } else {
        show(&screen(&evidence::list(&entries, Time::now(), output::width())))?;
    }
    Ok(Status::Yes)
}

fn show_one(args: &Show) -> Result<Status> {
    let url = key(&args.what)?;
    let Some(entry) = args.kept.shelf()?.find(&url)? else {
        output::tell(&format!("nothing is held about {url}"));
        return Ok(Status::No);
    };
    if args.body {
        output::show_document(entry.copy().map_or(&[][..], |copy| copy.body().bytes()))?;
    } else if args.shown.is_json() {
        show(&output::json(args.shown.form(), &Held::new(&entry))?)?;
    } else {
        show(&screen(&evidence::text(&entry)))?;
    }
    Ok(Status::Yes)
}

fn purge(args: &Purge) -> Result<Status> {
    let named: Vec<Url> = args.what.iter().map(|what| key(what)).collect::<Result<_>>()?;
    let shelf = args.kept.shelf()?;
    let all = shelf.urls()?;
    let mut gone = Vec::new();
    for url in all {
        if args.all || named.contains(&url) || is_of(&shelf, &url, &named)? {
            gone.push(url);
        }
    }
    let forgotten = shelf.forget(&gone)?;
    show(&match forgotten {
        1 => screen("1 entry forgotten\n"),
        more => screen(&format!("{more} entries forgotten\n")),
    })?;
    Ok(Status::Yes)
}

/// Whether what is held about a URL came from one of the sites named.
fn is_of(shelf: &Shelf, url: &Url, named: &[Url]) -> Result<bool> {
    let asked = if url.scheme() == DIGEST {
        // The first that was asked for is in its copy.
        let entry = shelf.find(url)?;
        let copy = entry.as_ref().and_then(|entry| entry.copy());
        copy.map(|copy| copy.chain().first().map_or(copy.url(), Hop::url).clone())
    } else {
        Some(url.clone())
    };
    let origin = asked.and_then(|asked| Origin::of(&asked).ok());
    Ok(origin.is_some_and(|origin| named.contains(origin.robots_txt())))
}
