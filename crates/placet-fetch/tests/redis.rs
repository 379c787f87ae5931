//! The store and the pace through a real server.
#![cfg(feature = "redis")]
#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

mod common;

use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use common::{DAY, T0, child, entry, unreadable_values, variable};
use placet::Agent;
use placet_fetch::store::{Memory, RedisStore, Store, StoreError, Tiers};
use placet_fetch::{FORMAT, Origin, Pace, Settings, SharedPacer};
use placet_testing::Redis;
use redis::AsyncCommands;

fn store(server: &Redis) -> RedisStore {
    RedisStore::new(&server.address()).unwrap()
}

async fn raw(server: &Redis) -> redis::aio::MultiplexedConnection {
    let client = redis::Client::open(server.address()).unwrap();
    client.get_multiplexed_async_connection().await.unwrap()
}

/// Waits until something succeeds.
async fn soon<T, E: std::fmt::Debug>(what: impl AsyncFn() -> Result<T, E>) -> T {
    let begun = Instant::now();
    loop {
        match what().await {
            Ok(value) => return value,
            Err(error) => assert!(begun.elapsed() < Duration::from_secs(20), "{error:?}"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn it_returns_stored_entries() {
    let Some(server) = Redis::start() else { return };
    let store = store(&server).prefix("a[b]*:").retention(Duration::from_secs(100));
    let put = entry("a.example", 10_000, T0);
    assert!(store.get(put.url(), T0).await.unwrap().is_none());
    store.put(&put).await.unwrap();
    assert_eq!(store.get(put.url(), T0 + 99 * DAY).await.unwrap().unwrap(), put);
    let mut raw = raw(&server).await;
    let life: i64 = raw.pttl(format!("a[b]*:{}", put.url())).await.unwrap();
    assert!((90_000..=100_000).contains(&life), "{life}");
    for at in 0..2_500 {
        let (key, value) = (format!("a[b]*:https://h{at}.example/robots.txt"), "x");
        raw.set::<_, _, ()>(key, value).await.unwrap();
        raw.set::<_, _, ()>(format!("aXb:https://o{at}.example/"), value).await.unwrap();
    }
    assert_eq!(store.urls().await.unwrap().len(), 2_501, "those of this prefix, and no others");
    assert!(store.remove(put.url()).await.unwrap());
    assert!(!store.remove(put.url()).await.unwrap());
    assert!(store.get(put.url(), T0).await.unwrap().is_none());
}

#[tokio::test]
async fn unreadable_values_are_absent() {
    let Some(server) = Redis::start() else { return };
    let store = store(&server);
    let good = entry("a.example", 100, T0);
    let mut raw = raw(&server).await;
    for value in unreadable_values(&good) {
        raw.set::<_, _, ()>(format!("placet:{FORMAT}:{}", good.url()), value).await.unwrap();
        assert!(store.get(good.url(), T0).await.unwrap().is_none());
        store.put(&good).await.unwrap();
        assert_eq!(store.get(good.url(), T0).await.unwrap().unwrap(), good);
    }
    // A value of another kind altogether is the server's error, which tiers go on without.
    raw.del::<_, ()>(format!("placet:{FORMAT}:{}", good.url())).await.unwrap();
    raw.lpush::<_, _, ()>(format!("placet:{FORMAT}:{}", good.url()), 1).await.unwrap();
    assert!(matches!(store.get(good.url(), T0).await, Err(StoreError::Server { .. })));
}

/// Killed and brought back: errors in time meanwhile, and then it works again by itself.
#[tokio::test]
async fn it_reconnects() {
    let Some(mut server) = Redis::start() else { return };
    let store = store(&server);
    let put = entry("a.example", 100, T0);
    store.put(&put).await.unwrap();
    server.kill();
    for _ in 0..3 {
        let begun = Instant::now();
        store.get(put.url(), T0).await.unwrap_err();
        store.put(&put).await.unwrap_err();
        assert!(begun.elapsed() < Duration::from_secs(2));
    }
    server.revive();
    soon(|| store.put(&put)).await;
    assert_eq!(store.get(put.url(), T0).await.unwrap().unwrap(), put);
}

/// A server that hangs costs no more than the limit.
#[tokio::test]
async fn a_server_that_hangs_is_not_waited_for() {
    let Some(server) = Redis::start() else { return };
    let store = store(&server).limit(Duration::from_millis(200));
    let put = entry("a.example", 100, T0);
    store.put(&put).await.unwrap();
    server.signal("-STOP");
    let begun = Instant::now();
    let error = store.get(put.url(), T0).await.unwrap_err();
    assert!(matches!(error, StoreError::Slow { .. }), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(1));
    server.signal("-CONT");
    assert_eq!(soon(|| store.get(put.url(), T0)).await.unwrap(), put);
}

/// A store that cannot be reached when it is made is no error until it is asked.
#[tokio::test]
async fn the_server_may_start_later() {
    let Some(mut server) = Redis::start() else { return };
    server.kill();
    let store = store(&server);
    let put = entry("a.example", 100, T0);
    store.put(&put).await.unwrap_err();
    server.revive();
    soon(|| store.put(&put)).await;
    assert!(RedisStore::new("nonsense").is_err());
}

/// Memory before Redis: on without it while it is gone, and with it when it is back.
#[tokio::test]
async fn tiers_go_on_without_it() {
    let Some(mut server) = Redis::start() else { return };
    let far: Arc<dyn Store> = Arc::new(store(&server).limit(Duration::from_millis(100)));
    let tiers = Tiers::new(Settings::new())
        .with("memory", Arc::new(Memory::default()))
        .with("redis", far.clone());
    let before = entry("before.example", 100, T0);
    tiers.put(&before).await.unwrap();
    server.kill();
    let during = entry("during.example", 100, T0);
    for _ in 0..20 {
        tiers.put(&during).await.unwrap();
        for entry in [&before, &during] {
            assert_eq!(tiers.get(entry.url(), T0).await.unwrap().as_ref(), Some(entry));
        }
    }
    assert!(tiers.health()[1].error.is_some());
    server.revive();
    let after = entry("after.example", 100, T0);
    soon(async || {
        tiers.put(&after).await.unwrap();
        far.get(after.url(), T0).await.ok().flatten().ok_or("not there yet")
    })
    .await;
    assert!(tiers.health()[1].error.is_none());
}

/// A child that reads what its parent put, and puts something itself.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn child_shares() {
    let Some(address) = variable("PLACET_TEST_REDIS") else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = RedisStore::new(&address).unwrap();
        let parents = entry("parent.example", 5_000, T0);
        assert_eq!(store.get(parents.url(), T0).await.unwrap().unwrap(), parents);
        store.put(&entry("child.example", 5_000, T0)).await.unwrap();
        let pacer = SharedPacer::new(&address).unwrap();
        let origin: Origin = "https://a.example/".parse().unwrap();
        let pace = Pace::every(Duration::from_secs(100));
        for _ in 0..10 {
            pacer.next(&origin, &Agent::new("Bot"), pace).await.unwrap();
        }
    });
}

#[tokio::test]
async fn two_processes_share_it() {
    let Some(server) = Redis::start() else { return };
    let store = store(&server);
    store.put(&entry("parent.example", 5_000, T0)).await.unwrap();
    let address = server.address();
    let variables = [("PLACET_TEST_REDIS", address.as_str())];
    assert!(child("child_shares", &variables).stdout(Stdio::null()).status().unwrap().success());
    let childs = entry("child.example", 5_000, T0);
    assert_eq!(store.get(childs.url(), T0).await.unwrap().unwrap(), childs);
    // The child took ten turns; the eleventh is the parent's.
    let pacer = SharedPacer::new(&address).unwrap();
    let origin: Origin = "https://a.example/".parse().unwrap();
    let pace = Pace::every(Duration::from_secs(100));
    let wait = pacer.next(&origin, &Agent::new("bot"), pace).await.unwrap();
    assert!((980..=1_000).contains(&wait.as_secs()), "{wait:?}");
    // Another crawler has turns of its own, and can wait for them.
    let begun = Instant::now();
    for _ in 0..3 {
        let pace = Pace::every(Duration::from_millis(50));
        pacer.wait(&origin, &Agent::new("other"), pace).await.unwrap();
    }
    assert!(begun.elapsed() >= Duration::from_millis(97), "{:?}", begun.elapsed());
}

/// Many workers at once: each turn is given once, an interval apart.
#[tokio::test]
async fn turns_are_given_once() {
    let Some(server) = Redis::start() else { return };
    let begun = Instant::now();
    let pace = Pace::every(Duration::from_secs(10));
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let pacer = SharedPacer::new(&server.address()).unwrap();
            tokio::spawn(async move {
                let origin: Origin = "https://a.example/".parse().unwrap();
                let mut turns = Vec::new();
                for _ in 0..25 {
                    let asked = begun.elapsed();
                    let wait = pacer.next(&origin, &Agent::new("Bot"), pace).await.unwrap();
                    turns.push((asked + wait, begun.elapsed() + wait));
                }
                turns
            })
        })
        .collect();
    let mut turns = Vec::new();
    for task in tasks {
        turns.extend(task.await.unwrap());
    }
    turns.sort();
    assert_eq!(turns.len(), 200);
    for two in turns.windows(2) {
        // The server's time is between the request and the response; it counts milliseconds.
        let most = two[1].1.saturating_sub(two[0].0) + Duration::from_millis(1);
        assert!(most >= pace.interval(), "{two:?}");
    }
    let free = SharedPacer::new(&server.address()).unwrap();
    let other: Origin = "https://b.example/".parse().unwrap();
    assert_eq!(free.next(&other, &Agent::new("Bot"), pace).await.unwrap(), Duration::ZERO);
    let none = Pace::default();
    assert_eq!(free.next(&other, &Agent::new("None"), none).await.unwrap(), Duration::ZERO);
    let never = Pace::every(Duration::MAX);
    free.next(&other, &Agent::new("Never"), never).await.unwrap();
    let wait = free.next(&other, &Agent::new("Never"), never).await.unwrap();
    assert!(wait > 300 * DAY, "{wait:?}");
}

/// If the server does not answer, there is no permit.
#[tokio::test]
async fn no_server_no_permit() {
    let Some(mut server) = Redis::start() else { return };
    let pacer = SharedPacer::new(&server.address()).unwrap();
    let origin: Origin = "https://a.example/".parse().unwrap();
    let agent = Agent::new("Bot");
    let next = async || pacer.next(&origin, &agent, Pace::default()).await;
    next().await.unwrap();
    server.kill();
    next().await.unwrap_err();
    server.revive();
    soon(next).await;
}

/// Bytes that were exchanged under a digest, checksum and all, are not used, and that is reported.
#[tokio::test]
async fn altered_bytes_are_a_miss_and_reported() {
    let Some(server) = Redis::start() else { return };
    let seen: Arc<std::sync::Mutex<Vec<String>>> = Arc::default();
    let notices = Arc::clone(&seen);
    let store = store(&server).on_notice(move |it| notices.lock().unwrap().push(it.to_string()));
    let good = entry("a.example", 100, T0).archived().unwrap();
    let mut altered = good.encode();
    let last = altered.len() - 2;
    altered[last] = b'x';
    let sum = crc32fast::hash(&altered[9..]).to_le_bytes();
    altered[5..9].copy_from_slice(&sum);
    let key = format!("placet:{FORMAT}:{}", good.url());
    raw(&server).await.set::<_, _, ()>(key, altered).await.unwrap();
    assert!(store.get(good.url(), T0).await.unwrap().is_none());
    let seen = seen.lock().unwrap();
    assert!(seen[0].contains("do not match its digest"), "{seen:?}");
}

/// A server whose list of keys never ends is given up.
#[tokio::test]
async fn endless_cursors_end() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("redis://{}/", listener.local_addr().unwrap());
    let rounds = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = Arc::clone(&rounds);
    tokio::spawn(async move {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
        // Bounded, should the store never stop.
        while let Ok((mut socket, _)) = listener.accept().await {
            let mut asked = vec![0; 4_096];
            while let Ok(1..) = socket.read(&mut asked).await {
                let at = counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let asks = asked.windows(4).filter(|four| four == b"SCAN").count();
                let answer = if asks > 0 {
                    let cursor = (at + 1).to_string();
                    format!("*2\r\n${}\r\n{cursor}\r\n*0\r\n", cursor.len())
                } else {
                    "+OK\r\n".repeat(4)
                };
                if at > 100_000 || socket.write_all(answer.as_bytes()).await.is_err() {
                    return;
                }
                asked.fill(0);
            }
        }
    });
    let store = RedisStore::new(&address).unwrap();
    let error = store.urls().await.unwrap_err();
    assert!(error.to_string().contains("listing does not end"), "{error}");
    assert!(rounds.load(std::sync::atomic::Ordering::Relaxed) < 30_000);
}

/// A child that trusts a certificate of its parent's.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn child_trusts() {
    let Some(address) = variable("PLACET_TEST_REDIS") else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = RedisStore::new(&address).unwrap().limit(Duration::from_secs(5));
        let put = entry("tls.example", 500, T0);
        store.put(&put).await.unwrap();
        assert_eq!(store.get(put.url(), T0).await.unwrap().unwrap(), put);
    });
}

/// DER as text (RFC 7468).
fn pem(label: &str, der: &[u8]) -> String {
    let text = base64::engine::general_purpose::STANDARD.encode(der);
    let lines: Vec<_> = text.as_bytes().chunks(64).map(String::from_utf8_lossy).collect();
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", lines.join("\n"))
}

/// `rediss:` is Redis over TLS, with the certificates that the system trusts.
#[test]
fn it_uses_tls() {
    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let [certificate, key] = ["a.pem", "a.key"].map(|name| folder.path().join(name));
    std::fs::write(&certificate, pem("CERTIFICATE", made.cert.der())).unwrap();
    std::fs::write(&key, pem("PRIVATE KEY", &made.signing_key.serialize_der())).unwrap();
    let Some(server) = Redis::start_with_tls(&certificate, &key) else { return };
    let address = format!("REDISS://localhost:{}/", server.port());
    let trusting =
        [("PLACET_TEST_REDIS", &*address), ("SSL_CERT_FILE", certificate.to_str().unwrap())];
    assert!(child("child_trusts", &trusting).status().unwrap().success());
    // Who does not trust it puts nothing there.
    let distrusting = [("PLACET_TEST_REDIS", &*address)];
    let output = child("child_trusts", &distrusting).output().unwrap();
    assert!(!output.status.success());
}

#[tokio::test]
async fn one_process_claims_a_url_at_a_time() {
    let Some(server) = Redis::start() else { return };
    let (one, other) = (store(&server), store(&server));
    let settings = Settings::new();
    let tiers = Tiers::new(settings).with("memory", Arc::new(Memory::default()));
    let tiers = tiers.with("redis", Arc::new(store(&server)));
    let url = "https://example.com/robots.txt".parse().unwrap();
    let hour = Duration::from_hours(1);
    assert!(one.claim(&url, hour).await.unwrap());
    assert!(!other.claim(&url, hour).await.unwrap());
    assert!(!tiers.claim(&url, hour).await.unwrap());
    other.release(&url).await.unwrap();
    assert!(tiers.claim(&url, Duration::from_millis(50)).await.unwrap());
    assert!(!one.claim(&url, hour).await.unwrap());
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(one.claim(&url, hour).await.unwrap());
    assert!(one.urls().await.unwrap().is_empty());
    // Without a server, files are fetched all the same.
    drop(server);
    assert!(tiers.claim(&url, hour).await.unwrap());
}
