//! Several stores as one: what is found where, and how they go on without one.

mod common;

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use common::{DAY, HOUR, T0, entry, unreachable_entry};
use placet_fetch::store::{Memory, Pending, Store, StoreError, Tiers};
use placet_fetch::{Entry, Settings, Standing, Time};
use url::Url;

/// A store that can be switched off, and counts what it is asked.
#[derive(Debug, Default)]
struct Switched {
    store: Memory,
    off: AtomicBool,
    asked: AtomicUsize,
}

impl Switched {
    fn failing<T: Send + 'static>(&self) -> Option<Pending<'_, T>> {
        self.asked.fetch_add(1, SeqCst);
        let error = || StoreError::Slow { server: "x".into(), limit: Duration::ZERO };
        self.off.load(SeqCst).then(|| -> Pending<'_, T> { Box::pin(ready(Err(error()))) })
    }
}

impl Store for Switched {
    fn get<'a>(&'a self, url: &'a Url, now: Time) -> Pending<'a, Option<Arc<Entry>>> {
        self.failing().unwrap_or_else(|| self.store.get(url, now))
    }

    fn put<'a>(&'a self, entry: &'a Arc<Entry>) -> Pending<'a, ()> {
        self.failing().unwrap_or_else(|| self.store.put(entry))
    }

    fn remove<'a>(&'a self, url: &'a Url) -> Pending<'a, bool> {
        self.failing().unwrap_or_else(|| self.store.remove(url))
    }

    fn urls(&self) -> Pending<'_, Vec<Url>> {
        self.failing().unwrap_or_else(|| self.store.urls())
    }
}

fn two() -> (Arc<Memory>, Arc<Switched>, Tiers) {
    let (near, far) = (Arc::new(Memory::default()), Arc::new(Switched::default()));
    let tiers = Tiers::new(Settings::new());
    let tiers = tiers.with("near", near.clone()).with("far", far.clone());
    (near, far, tiers)
}

#[tokio::test]
async fn a_valid_entry_comes_from_the_nearest_tier() {
    let (near, far, tiers) = two();
    let old = entry("a.example", 100, T0);
    let new = entry("a.example", 200, T0 + 2 * HOUR);
    let url = old.url().clone();

    // Only the far one has it: found, and then near.
    far.store.keep(&old);
    assert_eq!(tiers.get(&url, T0 + HOUR).await.unwrap(), Some(old.clone()));
    assert_eq!(near.find(&url), Some(old.clone()));
    let asked = far.asked.load(SeqCst);
    assert_eq!(tiers.get(&url, T0 + HOUR).await.unwrap(), Some(old.clone()));
    assert_eq!(far.asked.load(SeqCst), asked, "what holds nearby is not looked for further");

    // The near one has run out; the far one knows better.
    far.store.keep(&new);
    assert_eq!(tiers.get(&url, T0 + DAY + HOUR).await.unwrap(), Some(new.clone()));
    assert_eq!(near.find(&url), Some(new.clone()));

    // All have run out: what was checked last is worth confirming.
    far.store.keep(&old);
    assert_eq!(tiers.get(&url, T0 + 9 * DAY).await.unwrap(), Some(new.clone()));
    near.keep(&old);
    far.store.keep(&new);
    assert_eq!(tiers.get(&url, T0 + 9 * DAY).await.unwrap(), Some(new.clone()));

    tiers.put(&old).await.unwrap();
    assert_eq!(far.store.find(&url), Some(old.clone()));
    assert_eq!(tiers.urls().await.unwrap(), std::slice::from_ref(&url));
    assert!(tiers.remove(&url).await.unwrap());
    assert_eq!(tiers.get(&url, T0).await.unwrap(), None);
}

/// A near entry that is unreachable is not overruled by an older permission in a farther tier.
#[tokio::test]
async fn a_failure_nearby_is_not_forgotten() {
    let (near, far, tiers) = two();
    let open = entry("a.example", 100, T0);
    let failed = unreachable_entry("a.example", T0 + HOUR);
    far.store.keep(&open);
    near.keep(&failed);
    let now = T0 + HOUR;
    assert_eq!(
        tiers.get(open.url(), now).await.unwrap().unwrap().standing(),
        Standing::Unreachable
    );
}

#[tokio::test]
async fn a_tier_that_fails_is_left_alone_and_taken_back() {
    let (near, far, tiers) = two();
    let put = entry("a.example", 100, T0);
    far.off.store(true, SeqCst);
    let begun = Instant::now();
    for _ in 0..100 {
        tiers.put(&put).await.unwrap();
        assert_eq!(tiers.get(put.url(), T0).await.unwrap(), Some(put.clone()));
        assert_eq!(tiers.get(&common::url(), T0).await.unwrap(), None);
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
    let passed = usize::try_from(begun.elapsed().as_millis()).unwrap();
    let asked = far.asked.load(SeqCst);
    assert!(asked <= 1 + passed / 100, "asked {asked} times in {passed} ms");
    assert!(tiers.health()[1].error.is_some());
    assert_eq!(near.len(), 1);

    far.off.store(false, SeqCst);
    let begun = Instant::now();
    while far.store.find(put.url()).is_none() {
        assert!(begun.elapsed() < Duration::from_secs(20), "it is taken back");
        tiers.put(&put).await.unwrap();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(tiers.health().iter().all(|tier| tier.error.is_none()));
}

#[tokio::test]
async fn where_no_tier_works_it_is_an_error() {
    let far = Arc::new(Switched::default());
    far.off.store(true, SeqCst);
    let tiers = Tiers::new(Settings::new()).with("only", far);
    let put = entry("a.example", 100, T0);
    let error = tiers.put(&put).await.unwrap_err();
    assert!(matches!(error, StoreError::NoTier(_)), "{error}");
    let error = tiers.get(put.url(), T0).await.unwrap_err();
    assert!(matches!(error, StoreError::Resting), "{error}");
    assert!(Tiers::new(Settings::new()).get(put.url(), T0).await.unwrap().is_none());
}
