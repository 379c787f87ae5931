//! Reads the store into memory at the start, and fetches files again before they expire.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use placet_fetch::{Entry, Origin, Time};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tracing::{info, warn};

use crate::limits;
use crate::state::{App, Shared};

/// When sites were last asked about, approximately and in constant memory: sites that share a slot are
/// taken for asked about together.
#[derive(Debug)]
pub(crate) struct Asked {
    /// Seconds since the start, plus one; 0 for never.
    slots: Vec<AtomicU32>,
    hasher: RandomState,
    start: Instant,
}

impl Asked {
    pub(crate) fn new() -> Self {
        let slots = (0..limits::ASKED_SLOTS).map(|_| AtomicU32::new(0)).collect();
        Self { slots, hasher: RandomState::new(), start: Instant::now() }
    }

    fn slot(&self, origin: &str) -> Option<&AtomicU32> {
        let hash = usize::try_from(self.hasher.hash_one(origin)).unwrap_or_default();
        self.slots.get(hash.checked_rem(self.slots.len())?)
    }

    fn seconds(&self) -> u32 {
        u32::try_from(self.start.elapsed().as_secs()).unwrap_or(u32::MAX - 1) + 1
    }

    /// Notes a question about a site.
    pub(crate) fn note(&self, origin: &str) {
        if let Some(slot) = self.slot(origin) {
            let now = self.seconds();
            // Most questions come within the same second; then nothing is written.
            if slot.load(Ordering::Relaxed) != now {
                slot.store(now, Ordering::Relaxed);
            }
        }
    }

    /// Whether there was a question about a site within this time.
    fn within(&self, origin: &str, time: Duration) -> bool {
        let asked = self.slot(origin).map_or(0, |slot| slot.load(Ordering::Relaxed));
        let ago = self.seconds().saturating_sub(asked);
        asked > 0 && Duration::from_secs(ago.into()) <= time
    }
}

/// Reads entries of the store into memory, so that the first questions need not wait for it.
pub(crate) async fn warm(app: Shared) {
    let store = app.client.store();
    let urls = match store.urls().await {
        Ok(urls) => urls,
        Err(error) => return warn!(%error, "the store cannot be listed"),
    };
    let (mut read, now) = (0, Time::now());
    let files = urls.iter().filter(|url| matches!(url.scheme(), "http" | "https"));
    for url in files.take(app.config.warm) {
        // Looking an entry up keeps it in memory.
        if let Ok(Some(entry)) = store.get(url, now).await {
            read += usize::from(entry.holds(now, &app.settings));
        }
    }
    info!(entries = read, "read the store");
}

/// Fetches files again before they expire, as long as the server runs.
pub(crate) async fn keep_fresh(app: Shared) {
    let every = Duration::from_secs(app.config.refresh);
    while !every.is_zero() {
        sleep(every).await;
        round(&app).await;
    }
}

/// Fetches the files of sites that were asked about lately and that expire soon.
async fn round(app: &Shared) {
    let Some(memory) = app.client.store().memory() else { return };
    let Ok(urls) = placet_fetch::store::Store::urls(memory).await else { return };
    let mut tasks = JoinSet::new();
    let due = urls.iter().filter(|url| url.path() == "/robots.txt").filter_map(|url| {
        let entry = memory.find(url)?;
        app.is_due(&entry).then(|| Origin::of(url).ok()).flatten()
    });
    for origin in due.take(limits::REFRESH_MOST) {
        let app = Shared::clone(app);
        tasks.spawn(async move {
            match app.client.refresh(origin.as_str(), limits::REFRESH_AHEAD).await {
                Ok(true) => app.metrics.refreshed(),
                Ok(false) => {}
                Err(error) => warn!(%origin, %error, "a file was not fetched again"),
            }
        });
    }
    while tasks.join_next().await.is_some() {}
}

impl App {
    /// Whether an entry expires soon and was asked about lately.
    fn is_due(&self, entry: &Entry) -> bool {
        let now = Time::now();
        let expires = match self.config.max_age {
            Some(seconds) => entry.expires().min(entry.checked() + Duration::from_secs(seconds)),
            None => entry.expires(),
        };
        let lifetime = expires.since(entry.checked());
        let origin = Origin::of(entry.url());
        entry.holds(now, &self.settings)
            && lifetime >= limits::REFRESH_LIFETIME
            && expires.since(now) <= limits::REFRESH_AHEAD
            && origin.is_ok_and(|it| self.asked.within(it.as_str(), limits::REFRESH_ASKED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_remembered_for_a_while() {
        let asked = Asked::new();
        asked.note("https://example.com");
        assert!(asked.within("https://example.com", Duration::from_secs(10)));
        let others = (0..1_000).map(|it| format!("https://{it}.example"));
        let taken = others.filter(|it| asked.within(it, Duration::from_secs(10))).count();
        assert!(taken < 10, "{taken}");
    }
}
