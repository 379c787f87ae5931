//! Several stores as one: near ones first, skipping those that fail.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use url::Url;

use super::{Memory, Pending, Store, StoreError};
use crate::entry::Entry;
use crate::settings::Settings;
use crate::time::Time;

/// How long a failed tier is skipped at first, and at most.
const REST_LEAST: Duration = Duration::from_millis(100);
const REST_MOST: Duration = Duration::from_secs(30);

/// Several stores as one, the nearest first: memory before a file before Redis.
///
/// A lookup goes from near to far until it finds a valid entry, and stores it in the nearer tiers
/// too. If no entry is valid, the result is the one that was checked last. A valid entry in a near
/// tier is used until it expires, at most a day (F-36), even if a farther tier has a newer one.
///
/// A tier that fails is skipped for a while, with exponential backoff up to half a minute; then one
/// operation tries it again. Operations succeed as long as one tier works. Entries that a failed tier
/// missed reach it when they are next stored.
#[derive(Debug)]
pub struct Tiers {
    tiers: Vec<Tier>,
    settings: Settings,
}

#[derive(Debug)]
struct Tier {
    name: String,
    store: Arc<dyn Store>,
    rest: Mutex<Rest>,
}

/// Whether a tier is skipped, and why.
#[derive(Debug, Default)]
struct Rest {
    until: Option<Instant>,
    length: Duration,
    error: Option<StoreError>,
}

/// The health of a tier.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TierHealth {
    /// Its name.
    pub name: String,
    /// The last error, unless it has worked since.
    pub error: Option<StoreError>,
}

impl Tiers {
    /// No tiers yet; the settings decide which entries are [valid](Entry::holds).
    pub fn new(settings: Settings) -> Self {
        Self { tiers: Vec::new(), settings }
    }

    /// Adds a tier after the others, with a name for reports.
    #[must_use]
    pub fn with(mut self, name: &str, store: Arc<dyn Store>) -> Self {
        self.tiers.push(Tier { name: name.to_owned(), store, rest: Mutex::default() });
        self
    }

    /// The health of all tiers.
    pub fn health(&self) -> Vec<TierHealth> {
        let of =
            |tier: &Tier| TierHealth { name: tier.name.clone(), error: tier.rest().error.clone() };
        self.tiers.iter().map(of).collect()
    }

    /// Calls each tier until `take` returns true; fails if every tier fails.
    async fn each<'a, T>(
        &'a self,
        ask: impl Fn(&'a dyn Store) -> Pending<'a, T>,
        mut take: impl FnMut(usize, T) -> bool,
    ) -> Result<(), StoreError> {
        let (mut worked, mut failed) = (self.tiers.is_empty(), StoreError::Resting);
        for (at, tier) in self.tiers.iter().enumerate().filter(|(_, tier)| tier.is_awake()) {
            match ask(&*tier.store).await {
                Ok(answer) => {
                    tier.worked();
                    worked = true;
                    if take(at, answer) {
                        break;
                    }
                }
                Err(error) => {
                    tier.failed(&error);
                    failed = StoreError::NoTier(Box::new(error));
                }
            }
        }
        if worked { Ok(()) } else { Err(failed) }
    }

    async fn find(&self, url: &Url, now: Time) -> Result<Option<Arc<Entry>>, StoreError> {
        let mut found: Option<(usize, Arc<Entry>)> = None;
        self.each(
            |store| store.get(url, now),
            |at, entry| {
                let Some(entry) = entry else { return false };
                let holds = entry.holds(now, &self.settings);
                let newer = found.as_ref().is_none_or(|(_, held)| held.checked() < entry.checked());
                if holds || newer {
                    found = Some((at, entry));
                }
                holds
            },
        )
        .await?;
        let Some((at, entry)) = found else { return Ok(None) };
        for tier in self.tiers.iter().take(at).filter(|tier| tier.is_awake()) {
            tier.note(tier.store.put(&entry).await);
        }
        Ok(Some(entry))
    }
}

impl Tier {
    fn rest(&self) -> MutexGuard<'_, Rest> {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it may be used. After its pause, the first operation tries it.
    fn is_awake(&self) -> bool {
        let mut rest = self.rest();
        let Some(until) = rest.until else { return true };
        let now = Instant::now();
        let over = now >= until;
        if over {
            rest.until = now.checked_add(rest.length);
        }
        over
    }

    fn worked(&self) {
        let mut rest = self.rest();
        if rest.error.is_some() {
            *rest = Rest::default();
        }
    }

    fn failed(&self, error: &StoreError) {
        let mut rest = self.rest();
        rest.length = (rest.length * 2).clamp(REST_LEAST, REST_MOST);
        rest.until = Instant::now().checked_add(rest.length);
        rest.error = Some(error.clone());
    }

    fn note(&self, result: Result<(), StoreError>) {
        match result {
            Ok(()) => self.worked(),
            Err(error) => self.failed(&error),
        }
    }
}

impl Store for Tiers {
    fn is_shared(&self) -> bool {
        self.tiers.iter().any(|tier| tier.store.is_shared())
    }

    fn get<'a>(&'a self, url: &'a Url, now: Time) -> Pending<'a, Option<Arc<Entry>>> {
        Box::pin(self.find(url, now))
    }

    fn put<'a>(&'a self, entry: &'a Arc<Entry>) -> Pending<'a, ()> {
        Box::pin(self.each(|store| store.put(entry), |_, ()| false))
    }

    fn remove<'a>(&'a self, url: &'a Url) -> Pending<'a, bool> {
        Box::pin(async move {
            let mut removed = false;
            self.each(
                |store| store.remove(url),
                |_, was| {
                    removed |= was;
                    false
                },
            )
            .await?;
            Ok(removed)
        })
    }

    fn urls(&self) -> Pending<'_, Vec<Url>> {
        Box::pin(async move {
            let mut urls = Vec::new();
            self.each(
                |store| store.urls(),
                |_, of_tier| {
                    urls.extend(of_tier);
                    false
                },
            )
            .await?;
            urls.sort();
            urls.dedup();
            Ok(urls)
        })
    }

    /// A tier that fails grants it: the file must be fetched all the same.
    fn claim<'a>(&'a self, url: &'a Url, time: Duration) -> Pending<'a, bool> {
        Box::pin(async move {
            let mut granted = true;
            let asked = self
                .each(
                    |store| store.claim(url, time),
                    |_, is_granted| {
                        granted &= is_granted;
                        !is_granted
                    },
                )
                .await;
            Ok(asked.is_err() || granted)
        })
    }

    fn release<'a>(&'a self, url: &'a Url) -> Pending<'a, ()> {
        Box::pin(self.each(|store| store.release(url), |_, ()| false))
    }

    fn memory(&self) -> Option<&Memory> {
        self.tiers.first()?.store.memory()
    }
}
