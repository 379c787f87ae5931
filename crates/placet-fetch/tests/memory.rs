//! The store in memory: what it holds, and no more.

mod common;

use std::sync::Arc;

use common::{DAY, T0, entry};
use placet_fetch::store::{Memory, Store};

#[tokio::test]
async fn it_returns_stored_entries() {
    let store = Memory::default();
    let put = entry("a.example", 100, T0);
    assert!(store.get(put.url(), T0).await.unwrap().is_none());
    store.put(&put).await.unwrap();
    let got = store.get(put.url(), T0 + 9 * DAY).await.unwrap().unwrap();
    assert!(Arc::ptr_eq(&got, &put), "and what was parsed with it");
    let newer = entry("a.example", 200, T0 + DAY);
    store.put(&newer).await.unwrap();
    assert_eq!(store.get(put.url(), T0).await.unwrap().unwrap(), newer);
    assert_eq!(store.urls().await.unwrap(), [put.url().clone()]);
    assert!(store.remove(put.url()).await.unwrap());
    assert!(!store.remove(put.url()).await.unwrap());
    assert!(store.is_empty());
    assert_eq!(store.bytes(), 0);
}

/// The bound holds at every moment, counted with what the engine holds of a file.
#[test]
fn it_takes_no_more_than_its_bound() {
    const BOUND: usize = 4 << 20;
    let store = Memory::new(BOUND);
    for at in 0..3_000_usize {
        store.keep(&entry(&format!("h{at}.example"), at % 50 * 400, T0));
        assert!(store.bytes() <= BOUND);
    }
    assert!(store.len() > 50, "{} entries", store.len());
    assert!(store.bytes() > BOUND / 2, "it is used, too");
    let held: usize = (0..3_000)
        .filter_map(|at| store.find(&format!("https://h{at}.example/robots.txt").parse().unwrap()))
        .map(|entry| entry.heap_size())
        .sum();
    assert!(held <= BOUND);
    // What is too large by itself is not kept, and drives nothing out.
    let before = store.len();
    store.keep(&entry("large.example", 400_000, T0));
    assert_eq!(store.len(), before);
}

/// What is asked for stays; what is not goes first.
#[test]
fn used_entries_are_kept() {
    let store = Memory::new(4 << 20);
    let used = entry("used.example", 1_000, T0);
    store.keep(&used);
    for at in 0..5_000 {
        store.keep(&entry(&format!("h{at}.example"), 2_000, T0));
        assert!(store.find(used.url()).is_some(), "after {at}");
    }
    assert!(store.find(&"https://h0.example/robots.txt".parse().unwrap()).is_none());
}

/// Many threads at once neither lose the bound nor the count.
#[test]
fn threads_share_it() {
    let store = Memory::new(2 << 20);
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let store = &store;
            scope.spawn(move || {
                for at in 0..300 {
                    let host = format!("h{}.example", (at * 7 + thread) % 200);
                    store.keep(&entry(&host, 500, T0));
                    store.find(&format!("https://{host}/robots.txt").parse().unwrap());
                }
            });
        }
    });
    assert!(store.bytes() <= 2 << 20);
    assert!(store.len() <= 200);
}
