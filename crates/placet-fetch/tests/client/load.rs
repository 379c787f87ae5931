//! Many origins, some of them faulty, with bounded memory.

use std::collections::BTreeMap;
use std::net::IpAddr;

use placet_fetch::store::Memory;
use tokio::task::JoinSet;

use super::server::{Act, Names, Raw, Reply, Server};
use super::*;

/// How many octets may be kept.
const STORE: usize = 4 * 1024 * 1024;

/// How many askers there are.
const ASKERS: usize = 256;

/// How many kilobytes the process may grow by. A body at the ceiling for each of the origins asked
/// at the same time, and as much again for what is between, is far below that; a body for each
/// origin is far above.
const GROWTH: u64 = 256 * 1024;

fn origins() -> usize {
    #[expect(clippy::disallowed_methods, reason = "the long run says so this way")]
    std::env::var("PLACET_LOAD").ok().and_then(|count| count.parse().ok()).unwrap_or(1_000)
}

/// The memory that the process has in use, in kilobytes; where it can be told.
fn in_use() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Five in a hundred are faulty, each in its own way.
fn expected(origin: usize) -> &'static str {
    match origin % 100 {
        7 => "reset",
        23 => "first-byte-timeout",
        42 => "body",
        66 => "protocol",
        91 => "refused",
        _ => "fetched",
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_origins_are_fetched_in_one_run() {
    let rules = format!("{RULES}{}", "# padding\n".repeat(6_000));
    let good = Server::start(move |_| Reply::ok(rules.clone())).await;
    let reset = Raw::start(|_| vec![Act::Hear, Act::Reset]).await;
    let hang = Raw::start(|_| vec![Act::Hang]).await;
    let cut = Raw::saying("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n#").await;
    let nonsense = Raw::saying("SSH-2.0\r\n\r\n").await;
    let closed = Raw::start(|_| Vec::new()).await.port();
    let port = |origin: usize| match expected(origin) {
        "reset" => reset.port(),
        "first-byte-timeout" => hang.port(),
        "body" => cut.port(),
        "protocol" => nonsense.port(),
        "refused" => closed,
        _ => good.address.port(),
    };
    let store = Arc::new(Memory::new(STORE));
    let limits = Limits {
        first_byte: Duration::from_secs(1),
        connect: Duration::from_secs(2),
        retries: 1,
        ..LIMITS
    };
    let names = Names::telling(|_, _| Ok(vec![IpAddr::from([127, 0, 0, 1])]));
    let client =
        builder().limits(limits).store(store.clone()).resolver(Arc::new(names)).build().unwrap();

    let (count, before) = (origins(), in_use());
    let mut askers = JoinSet::new();
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    let mut most = 0;
    for origin in 0..count {
        if askers.len() >= ASKERS {
            let outcome = askers.join_next().await.unwrap().unwrap();
            *found.entry(outcome).or_default() += 1;
        }
        let client = client.clone();
        let url = format!("http://site-{origin}.test:{}/", port(origin));
        askers.spawn(async move {
            let entry = robots(&client, &url).await;
            let outcome = entry.cause().failure().map_or(entry.standing().name(), Failure::name);
            assert_eq!(outcome, expected(origin), "{url}");
            outcome
        });
        if origin % 100 == 0 {
            most = most.max(in_use().unwrap_or(0));
        }
    }
    for outcome in askers.join_all().await {
        *found.entry(outcome).or_default() += 1;
    }
    most = most.max(in_use().unwrap_or(0));
    assert_eq!(found["fetched"], (0..count).filter(|n| expected(*n) == "fetched").count());
    assert_eq!(found.values().sum::<usize>(), count);
    assert_eq!(good.hits(), found["fetched"], "each is asked once");
    assert!(good.busiest() <= LIMITS.origins);
    assert!(store.octets() <= STORE);
    if let Some(before) = before {
        assert!(most.saturating_sub(before) < GROWTH, "{before} kB before, {most} kB at most");
    }
}
