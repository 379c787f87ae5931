//! Servers that take their time (F-34).

use std::time::Instant;

use placet::{Agent, Crawler, Usage, Verdict};
use placet_fetch::Failure;
use placet_fetch::client::{ClientError, LocalFailure, Resolve, Resolving, ThreadResolver};
use placet_fetch::store::{Embedded, Memory, Store as _};

use super::server::{Act, Raw, Reply, Server};
use super::*;

const SOON: Duration = Duration::from_millis(150);
const LONG: Duration = Duration::from_secs(30);

/// The result of a play with limits, which must end long before the server does.
async fn played(acts: Vec<Act>, limits: Limits) -> (Standing, Cause) {
    let server = Raw::start(move |_| acts.clone()).await;
    let client = builder().limits(limits).build().unwrap();
    let begun = Instant::now();
    let found = outcome(&client, &server.origin()).await;
    assert!(begun.elapsed() < LONG);
    assert_eq!(server.connections(), 1);
    found
}

fn first_byte() -> Limits {
    LIMITS.connect(SOON).first_byte(SOON)
}

fn total() -> Limits {
    LIMITS.total(2 * SOON)
}

#[tokio::test]
async fn heads_that_do_not_come_are_not_waited_for() {
    for acts in [
        vec![Act::Hang],
        vec![Act::Hear, Act::Hang],
        vec![Act::Hear, Act::say("HTTP/1.1 200 OK\r\nx: "), Act::Hang],
        vec![Act::Hear, Act::say("HTTP/1.1 200 OK\r\nx: "), Act::Drip(b"y".to_vec(), SOON / 10)],
        vec![Act::Hear, Act::Drip(b"HTTP/1.1 100 Continue\r\n\r\n".to_vec(), SOON / 10)],
    ] {
        let shown = format!("{acts:?}");
        let found = played(acts, first_byte()).await;
        assert_eq!(found, unreachable(Failure::FirstByteTimeout), "{shown}");
    }
}

#[tokio::test]
async fn bodies_that_do_not_end_are_not_waited_for() {
    let head = Act::say("HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\nUser-agent: *\n");
    for rest in [Act::Hang, Act::Drip(b"#".to_vec(), SOON / 10)] {
        let found = played(vec![Act::Hear, head.clone(), rest], total()).await;
        assert_eq!(found, unreachable(Failure::TotalTimeout));
    }
}

#[tokio::test]
async fn redirects_take_of_the_same_time() {
    let answer = "HTTP/1.1 302 Found\r\nlocation: /robots.txt\r\ncontent-length: 0\r\n\r\n";
    let acts = move |_| vec![Act::Hear, Act::Wait(SOON), Act::say(answer)];
    let server = Raw::start(acts).await;
    let client = builder().limits(total()).build().unwrap();
    let found = outcome(&client, &server.origin()).await;
    assert_eq!(found, unreachable(Failure::TotalTimeout));
    assert!(server.connections() <= 3);
}

#[tokio::test]
async fn slow_but_steady_is_fast_enough() {
    let acts = vec![
        Act::Hear,
        Act::Wait(SOON / 10),
        Act::say("HTTP/1.1 200 OK\r\n"),
        Act::Wait(SOON / 10),
        Act::say("content-length: 2\r\n\r\n#"),
        Act::Wait(SOON / 10),
        Act::say("\n"),
    ];
    assert_eq!(played(acts, LIMITS).await, FETCHED);
}

#[tokio::test]
async fn a_handshake_that_hangs_is_a_connection_that_is_not_made() {
    let server = Raw::start(|_| vec![Act::Hang]).await;
    let limits = LIMITS.connect(SOON);
    let client = builder().limits(limits).build().unwrap();
    let origin = format!("https://127.0.0.1:{}/", server.port());
    assert_eq!(outcome(&client, &origin).await, unreachable(Failure::ConnectTimeout));
}

/// A resolver that never answers.
#[derive(Debug)]
struct Stuck;

impl Resolve for Stuck {
    fn resolve<'a>(&'a self, _: &'a str) -> Resolving<'a> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn a_resolver_that_hangs_takes_of_the_time_to_connect() {
    let limits = LIMITS.connect(SOON);
    let client = builder().limits(limits).resolver(Arc::new(Stuck)).build().unwrap();
    let found = outcome(&client, "http://never.test/").await;
    assert_eq!(found, unreachable(Failure::ConnectTimeout));
}

/// One deadline for a robots.txt and all that it refers to, and no second file once one cannot be
/// read.
#[tokio::test]
async fn a_question_has_one_deadline() {
    let silent = Raw::start(|_| vec![Act::Hang]).await;
    let (port, slow) = (silent.port(), Duration::from_millis(300));
    let server = Server::start(move |_| {
        let line = |n| format!("ACAP-permissions-reference: http://127.0.0.1:{port}/{n}.txt\n");
        let lines: String = (0..12).map(line).collect();
        Reply::ok(format!("ACAP-crawler: *\n{lines}")).after(slow)
    })
    .await;
    let limits = LIMITS.references(12);
    let crawler = Crawler::new(Agent::new("ExampleBot"));
    let origin: Origin = server.origin().parse().unwrap();
    for (is_for_one, connections) in [(true, 1), (false, 2)] {
        let store = Arc::new(Memory::default());
        let client = builder().limits(limits).store(store.clone()).build().unwrap();
        let begun = Instant::now();
        let hurried = client.by(begun + 3 * slow);
        let site = if is_for_one {
            hurried.site_for(&crawler, &origin).await.unwrap()
        } else {
            hurried.site(&origin).await.unwrap()
        };
        assert!(begun.elapsed() < 10 * slow, "{:?}", begun.elapsed());
        assert!(begun.elapsed() >= 3 * slow);
        assert_eq!(silent.connections(), connections);
        let decision = site.for_agent(crawler.clone()).may(Usage::Crawl, "/").unwrap();
        assert_eq!(decision.verdict(), Verdict::Prohibit);
        assert_eq!(site.joined()[0].cause(), Cause::Failed(Failure::TotalTimeout));
        // That the question had no more time says little about the other site.
        assert_eq!(store.urls().await.unwrap(), [origin.robots_txt().clone()]);
        let page = client.by(Instant::now()).fetch_page(origin.robots_txt()).await;
        assert!(matches!(
            page,
            Err(ClientError::Late | ClientError::Failed(Failure::TotalTimeout))
        ));
    }
}

#[tokio::test]
async fn who_waits_for_the_turn_of_another_does_so_no_longer_than_asked() {
    let silent = Raw::start(|_| vec![Act::Hang]).await;
    let client = builder().limits(LIMITS.origins(1)).build().unwrap();
    let first = client.clone();
    let origin: Origin = silent.origin().parse().unwrap();
    let (held, other) = (origin.clone(), "http://other.test/".parse().unwrap());
    let waiting = tokio::spawn(async move { first.robots(&held).await });
    while silent.connections() == 0 {
        tokio::time::sleep(SOON / 10).await;
    }
    let begun = Instant::now();
    for origin in [&other, &origin] {
        let found = client.by(Instant::now() + SOON).robots(origin).await;
        assert!(matches!(found, Err(ClientError::Late)), "{origin}");
    }
    assert!(begun.elapsed() < LONG);
    waiting.abort();
}

/// Lookups that hang keep neither stores, nor other names, nor the end of the runtime waiting; and
/// a lookup that is late because of others is not the fault of its site.
#[test]
fn a_resolver_that_blocks_keeps_nobody_waiting() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .max_blocking_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    runtime.block_on(async {
        let server = Server::start(|_| Reply::ok(RULES)).await;
        let resolver = Arc::new(ThreadResolver::new(|host| {
            if host != "good.test" {
                std::thread::sleep(2 * LONG);
            }
            Ok(vec![[127, 0, 0, 1].into()])
        }));
        let store = Arc::new(Embedded::open(folder.path().join("store")).unwrap());
        let limits = LIMITS.connect(10 * SOON).origins(100);
        let client = builder().limits(limits).resolver(resolver.clone()).store(store.clone());
        let client = client.build().unwrap();
        let mut hung = tokio::task::JoinSet::new();
        for name in 0..10 {
            let client = client.clone();
            hung.spawn(async move { outcome(&client, &format!("http://h{name}.test/")).await });
        }
        assert_eq!(outcome(&client, &server.named("good.test")).await, FETCHED);
        assert!(begun.elapsed() < LONG);
        for found in hung.join_all().await {
            assert_eq!(found, unreachable(Failure::ConnectTimeout));
        }
        // With every turn taken, it cannot even be asked.
        let mut hung = tokio::task::JoinSet::new();
        for name in 10..100 {
            let resolver = resolver.clone();
            hung.spawn(async move { resolver.resolve(&format!("h{name}.test")).await.is_ok() });
        }
        while !resolver.is_busy() {
            tokio::time::sleep(SOON / 10).await;
        }
        let origin: Origin = "http://late.test/".parse().unwrap();
        let found = client.robots(&origin).await;
        assert!(matches!(found, Err(ClientError::Local(LocalFailure::Resolver))), "{found:?}");
        let urls = store.urls().await.unwrap();
        assert!(!urls.contains(origin.robots_txt()), "it is not kept");
    });
    drop(runtime);
    assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
}
