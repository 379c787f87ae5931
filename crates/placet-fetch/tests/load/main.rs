//! Many origins, some of them faulty, fetched in one run with bounded memory and traffic.
//!
//! It is a process of its own, so that what it takes is what is measured.
#![expect(clippy::unwrap_used, reason = "they are tests")]

#[path = "../client/server/mod.rs"]
#[expect(dead_code, unused_imports, reason = "a part of it is used")]
mod server;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use placet_fetch::address::Reach;
use placet_fetch::client::{Client, Limits, received_max};
use placet_fetch::store::Memory;
use placet_fetch::{Failure, Origin, Settings};
use tokio::task::JoinSet;

use server::{Act, Names, Raw, Reply, Server};

/// How many bytes may be kept.
const STORE: usize = 4 * 1024 * 1024;

/// How many askers there are.
const ASKERS: usize = 256;

/// How many kilobytes the process may grow by, however many origins there are: what is kept, and
/// for each origin that is asked at the same time what it takes to ask it.
const GROWTH: u64 = 64 * 1024;

/// How many bytes each robots.txt has, about: in the long run, together, ten times what the
/// process may grow by.
const BYTES: usize = 64 * 1024;

/// How many are asked at the same time.
const ORIGINS: usize = 64;

const LIMITS: Limits = Limits::new()
    .connect(Duration::from_secs(2))
    .first_byte(Duration::from_secs(1))
    .total(Duration::from_secs(30))
    .retries(1)
    .pause(Duration::from_millis(10))
    .origins(ORIGINS)
    .references(0)
    .page_bytes(0);

fn origins() -> usize {
    #[expect(clippy::disallowed_methods, reason = "the long run says so this way")]
    std::env::var("PLACET_LOAD").ok().and_then(|count| count.parse().ok()).unwrap_or(1_000)
}

/// The peak memory of the process in kilobytes, if the system reports it.
fn most_in_use() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// What the systems on both sides hold of what was sent and not taken.
const HELD: usize = 2 * 1024 * 1024;

/// Seven in a hundred are faulty, each in its own way; two of them send without end.
fn expected(site: usize) -> &'static str {
    match site % 100 {
        7 => "reset",
        13 | 57 => "too-much",
        23 => "first-byte-timeout",
        42 => "body",
        66 => "protocol",
        91 => "refused",
        _ => "fetched",
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_origins_are_fetched_in_one_run() {
    let rules = format!("User-agent: *\nDisallow: /drafts/\n{}", "# padding\n".repeat(BYTES / 10));
    let good = Server::start(move |_| Reply::ok(rules.clone())).await;
    let reset = Raw::start(|_| vec![Act::Hear, Act::Reset]).await;
    let hang = Raw::start(|_| vec![Act::Hang]).await;
    let cut = Raw::saying("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n#").await;
    let nonsense = Raw::saying("SSH-2.0\r\n\r\n").await;
    let hints = Act::Flood(b"HTTP/1.1 103 Early Hints\r\n\r\n".to_vec());
    let hints = Raw::start(move |_| vec![Act::Hear, hints.clone()]).await;
    let head = Act::say("HTTP/1.1 200 OK\r\ncontent-encoding: zstd\r\n\r\n");
    let skipped = Act::Flood(vec![0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0]);
    let skipped = Raw::start(move |_| vec![Act::Hear, head.clone(), skipped.clone()]).await;
    let closed = Raw::start(|_| Vec::new()).await.port();
    let port = |site: usize| match expected(site) {
        "reset" => reset.port(),
        "first-byte-timeout" => hang.port(),
        "body" => cut.port(),
        "protocol" => nonsense.port(),
        "refused" => closed,
        "too-much" if site % 100 == 13 => hints.port(),
        "too-much" => skipped.port(),
        _ => good.address.port(),
    };
    let store = Arc::new(Memory::new(STORE));
    let client = Client::builder("ExampleBot/1.0")
        .reach(Reach::Private)
        .limits(LIMITS)
        .store(store.clone())
        .memory(0)
        .resolver(Arc::new(Names::here()))
        .build()
        .unwrap();

    let (count, before) = (origins(), most_in_use());
    let mut askers = JoinSet::new();
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    for site in 0..count {
        if askers.len() >= ASKERS {
            *found.entry(askers.join_next().await.unwrap().unwrap()).or_default() += 1;
        }
        let client = client.clone();
        let origin: Origin = format!("http://site-{site}.test:{}/", port(site)).parse().unwrap();
        askers.spawn(async move {
            let entry = client.robots(&origin).await.unwrap();
            let outcome = entry.cause().failure().map_or(entry.standing().name(), Failure::name);
            assert_eq!(outcome, expected(site), "{origin}");
            outcome
        });
    }
    for outcome in askers.join_all().await {
        *found.entry(outcome).or_default() += 1;
    }
    assert_eq!(found["fetched"], (0..count).filter(|site| expected(*site) == "fetched").count());
    assert_eq!(found.values().sum::<usize>(), count);
    assert_eq!(good.hits(), found["fetched"], "each is asked once");
    assert!(good.busiest() <= ORIGINS);
    assert!(store.bytes() <= STORE);
    for flood in [&hints, &skipped] {
        let (sent, connections) = (flood.sent().await, flood.connections());
        let most = received_max(Settings::new().ceiling_bytes()) + HELD;
        assert!(sent <= most * connections, "{sent} bytes for {connections} answers");
    }
    if let (Some(before), Some(most)) = (before, most_in_use()) {
        assert!(most - before < GROWTH, "{before} kB before, {most} kB at most");
    }
}
