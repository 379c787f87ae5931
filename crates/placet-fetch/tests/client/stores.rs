//! Shared stores, and stores that fail.

use std::sync::atomic::{AtomicUsize, Ordering};

use placet_fetch::Settings;
use placet_fetch::client::ClientError;
use placet_fetch::store::{Embedded, Memory, Pending, Store, StoreError};
use url::Url;

use super::server::{Reply, Server};
use super::*;

#[tokio::test]
async fn clients_that_share_a_store_share_what_is_in_it() {
    let (hands, memory) = (Hands::new(), Arc::new(Memory::default()));
    let server = Server::start(|_| Reply::ok(RULES)).await;
    let first = hands.builder().store(memory.clone()).build().unwrap();
    let second = hands.builder().store(memory.clone()).build().unwrap();
    assert_eq!(outcome(&first, &server.origin()).await, FETCHED);
    assert_eq!(outcome(&second, &server.origin()).await, FETCHED);
    assert_eq!(server.hits(), 1);
    // Whoever wants it fresher asks again.
    hands.forward(Duration::from_secs(10));
    let strict = Settings::new().longest(Duration::from_secs(10));
    let strict = hands.builder().settings(strict).store(memory).build().unwrap();
    assert_eq!(outcome(&strict, &server.origin()).await, FETCHED);
    assert_eq!(server.hits(), 2);
}

#[tokio::test]
async fn a_file_outlives_the_client() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("placet.redb");
    let server = Server::start(|_| Reply::ok(RULES)).await;
    for _ in 0..2 {
        let store = Arc::new(Embedded::open(&path).unwrap());
        let client = builder().store(store).build().unwrap();
        assert_eq!(bytes(&*robots(&client, &server.origin()).await), RULES.as_bytes());
    }
    assert_eq!(server.hits(), 1);
}

/// A store that does not work.
#[derive(Debug)]
struct Broken {
    reads: bool,
}

impl Store for Broken {
    fn get<'a>(&'a self, _: &'a Url, _: Time) -> Pending<'a, Option<Arc<Entry>>> {
        let answer = if self.reads { Ok(None) } else { Err(StoreError::Resting) };
        Box::pin(async move { answer })
    }

    fn put<'a>(&'a self, _: &'a Arc<Entry>) -> Pending<'a, ()> {
        Box::pin(async { Err(StoreError::Resting) })
    }

    fn remove<'a>(&'a self, _: &'a Url) -> Pending<'a, bool> {
        Box::pin(async { Err(StoreError::Resting) })
    }

    fn urls(&self) -> Pending<'_, Vec<Url>> {
        Box::pin(async { Err(StoreError::Resting) })
    }
}

#[tokio::test]
async fn a_store_that_fails_is_an_error_without_memory() {
    let server = Server::start(|_| Reply::ok(RULES)).await;
    for (reads, hits) in [(false, 0), (true, 1)] {
        let client = builder().store(Arc::new(Broken { reads })).memory(0).build().unwrap();
        let found = client.robots(server.origin()).await;
        assert!(matches!(found, Err(ClientError::Store(StoreError::Resting))));
        assert_eq!(server.hits(), hits);
    }
}

#[tokio::test]
async fn memory_in_front_of_a_store_goes_on_without_it() {
    let server = Server::start(|_| Reply::ok(RULES)).await;
    let client = builder().store(Arc::new(Broken { reads: true })).build().unwrap();
    assert!(client.store_error().is_none());
    for from_store in [false, true] {
        let site = client.site(server.origin()).await.unwrap();
        assert_eq!(site.is_from_store(), from_store);
        assert!(matches!(client.store_error(), Some(StoreError::Resting)));
    }
    assert_eq!(server.hits(), 1);
    assert_eq!(client.store().urls().await.unwrap().len(), 1);
}

#[tokio::test]
async fn memory_in_front_of_a_store_spares_it() {
    let server = Server::start(|_| Reply::ok(RULES)).await;
    for (memory, asked) in [(1_000_000, 2), (0, 4)] {
        let store = Arc::new(Counting::default());
        let client = builder().store(store.clone()).memory(memory).build().unwrap();
        let entries =
            [robots(&client, &server.origin()).await, robots(&client, &server.origin()).await];
        // The store is asked before the request and in its turn, and not again where there is
        // memory.
        robots(&client, &server.origin()).await;
        assert_eq!(store.asked.load(Ordering::SeqCst), asked, "{memory}");
        assert_eq!(entries[0], entries[1]);
        assert_eq!(store.memory.len(), 1);
        assert!(client.store_error().is_none());
    }
}

/// A store that counts how often it is asked.
#[derive(Debug, Default)]
struct Counting {
    asked: AtomicUsize,
    memory: Memory,
}

impl Store for Counting {
    fn get<'a>(&'a self, url: &'a Url, now: Time) -> Pending<'a, Option<Arc<Entry>>> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        self.memory.get(url, now)
    }

    fn put<'a>(&'a self, entry: &'a Arc<Entry>) -> Pending<'a, ()> {
        self.memory.put(entry)
    }

    fn remove<'a>(&'a self, url: &'a Url) -> Pending<'a, bool> {
        self.memory.remove(url)
    }

    fn urls(&self) -> Pending<'_, Vec<Url>> {
        self.memory.urls()
    }
}

/// A store that misbehaves.
#[derive(Debug, Default)]
struct Odd {
    /// Its first result is outdated when it arrives; otherwise its second lookup panics.
    is_late: bool,
    asked: AtomicUsize,
    memory: Memory,
}

impl Store for Odd {
    fn get<'a>(&'a self, url: &'a Url, now: Time) -> Pending<'a, Option<Arc<Entry>>> {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst);
        if !self.is_late {
            assert_ne!(asked, 1, "the second lookup panics");
            return self.memory.get(url, now);
        }
        let late = asked == 0;
        let found = self.memory.find(url);
        Box::pin(async move {
            // Until the other caller's entry is stored.
            while late && self.memory.is_empty() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            // And its request is over.
            tokio::time::sleep(Duration::from_millis(if late { 50 } else { 0 })).await;
            Ok(found)
        })
    }

    fn put<'a>(&'a self, entry: &'a Arc<Entry>) -> Pending<'a, ()> {
        self.memory.put(entry)
    }

    fn remove<'a>(&'a self, url: &'a Url) -> Pending<'a, bool> {
        self.memory.remove(url)
    }

    fn urls(&self) -> Pending<'_, Vec<Url>> {
        self.memory.urls()
    }
}

#[tokio::test]
async fn a_fetch_that_panics_does_not_block_the_next_one() {
    let server = Server::start(|_| Reply::ok(RULES)).await;
    let client = builder().store(Arc::new(Odd::default())).memory(0).build().unwrap();
    let origin = server.origin();
    assert!(matches!(client.robots(&origin).await, Err(ClientError::Ended)));
    assert_eq!(outcome(&client, &server.origin()).await, FETCHED);
}

/// A caller that misses the entry, and then finds no fetch under way, looks again.
#[tokio::test]
async fn an_entry_stored_between_lookup_and_fetch_is_found() {
    let server = Server::start(|_| Reply::ok(RULES)).await;
    let client = builder()
        .store(Arc::new(Odd { is_late: true, ..Odd::default() }))
        .memory(0)
        .build()
        .unwrap();
    let origin = server.origin();
    let both = tokio::join!(outcome(&client, &origin), outcome(&client, &origin));
    assert_eq!(both, (FETCHED, FETCHED));
    assert_eq!(server.hits(), 1);
}
