//! The client against real servers on loopback, for every row of F-30 to F-37.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "they are tests")]

mod addresses;
mod agents;
mod bodies;
mod caching;
mod coded;
mod crawler;
mod flights;
mod floods;
mod framing;
mod pages;
mod redirects;
mod references;
mod retries;
mod server;
mod signals;
mod sites;
mod statuses;
mod stores;
mod times;
mod tls;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use placet_fetch::address::Reach;
use placet_fetch::client::{Client, ClientBuilder, Limits};
use placet_fetch::{Cause, Entry, Failure, Origin, Standing, Time};

use server::Names;

const RULES: &str = "User-agent: *\nDisallow: /drafts/\n";

/// How many bytes of a page are read.
const PAGE_BYTES: usize = 100_000;

/// Limits that let tests end soon, but not because the machine is busy.
const LIMITS: Limits = Limits::new()
    .connect(Duration::from_secs(20))
    .first_byte(Duration::from_secs(20))
    .total(Duration::from_secs(40))
    .retries(0)
    .pause(Duration::from_millis(1))
    .origins(64)
    .references(3)
    .page_bytes(PAGE_BYTES);

/// A client that may go to loopback, where every name leads.
fn builder() -> ClientBuilder {
    Client::builder("ExampleBot/1.0 (+https://example.com/bot)")
        .reach(Reach::Private)
        .limits(LIMITS)
        .resolver(Arc::new(Names::here()))
}

fn client() -> Client {
    builder().build().unwrap()
}

async fn robots(client: &Client, origin: &str) -> Arc<Entry> {
    let origin: Origin = origin.parse().unwrap();
    client.robots(&origin).await.unwrap()
}

/// What holds and why, for an origin asked once.
async fn outcome(client: &Client, origin: &str) -> (Standing, Cause) {
    let entry = robots(client, origin).await;
    (entry.standing(), entry.cause())
}

const fn unreachable(failure: Failure) -> (Standing, Cause) {
    (Standing::Unreachable, Cause::Failed(failure))
}

const FETCHED: (Standing, Cause) = (Standing::Fetched, Cause::Status(200));

fn bytes(entry: &Entry) -> &[u8] {
    entry.copy().unwrap().body().bytes()
}

/// A clock that is set by hand.
#[derive(Debug, Clone)]
struct Hands(Arc<AtomicU64>);

impl Hands {
    fn new() -> Self {
        Self(Arc::new(AtomicU64::new(1_800_000_000)))
    }

    fn now(&self) -> Time {
        Time::from_secs(self.0.load(Ordering::SeqCst))
    }

    fn forward(&self, by: Duration) {
        self.0.fetch_add(by.as_secs(), Ordering::SeqCst);
    }

    fn builder(&self) -> ClientBuilder {
        let hands = self.clone();
        builder().clock(move || hands.now())
    }
}
