//! Servers that take their time (F-34).

use std::time::Instant;

use placet_fetch::Failure;
use placet_fetch::client::{Resolve, Resolving};

use super::server::{Act, Raw};
use super::*;

const SOON: Duration = Duration::from_millis(150);
const LONG: Duration = Duration::from_secs(30);

/// What a play comes to with limits, and that it is over long before the server is.
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
    Limits { connect: SOON, first_byte: SOON, ..LIMITS }
}

fn total() -> Limits {
    Limits { total: 2 * SOON, ..LIMITS }
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
    let limits = Limits { connect: SOON, ..LIMITS };
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
    let limits = Limits { connect: SOON, ..LIMITS };
    let client = builder().limits(limits).resolver(Arc::new(Stuck)).build().unwrap();
    let found = outcome(&client, "http://never.test/").await;
    assert_eq!(found, unreachable(Failure::ConnectTimeout));
}
