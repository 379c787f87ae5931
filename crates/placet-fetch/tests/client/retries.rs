//! What is tried again, and what is not.

use std::net::IpAddr;

use placet_fetch::Failure;
use tokio::net::TcpListener;

use super::server::{Act, Names, Raw, Reply, Server};
use super::*;

const THRICE: Limits = LIMITS.retries(2);

fn ok() -> Act {
    Act::say("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n#\n")
}

#[tokio::test]
async fn temporary_failures_are_retried() {
    let client = builder().limits(THRICE).build().unwrap();
    for bad in [
        vec![Act::Reset],
        vec![Act::Hear, Act::Reset],
        vec![Act::Hear],
        vec![Act::Hear, Act::say("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n#")],
    ] {
        let play = bad.clone();
        let acts = move |turn| if turn < 2 { play.clone() } else { vec![Act::Hear, ok()] };
        let server = Raw::start(acts).await;
        assert_eq!(outcome(&client, &server.origin()).await, FETCHED, "{bad:?}");
        assert_eq!(server.connections(), 3);
    }
}

#[tokio::test]
async fn retries_end() {
    let client = builder().limits(THRICE).build().unwrap();
    let server = Raw::start(|_| vec![Act::Hear]).await;
    assert_eq!(outcome(&client, &server.origin()).await, unreachable(Failure::Reset));
    assert_eq!(server.connections(), 3);
    // What holds is not asked about again.
    assert_eq!(outcome(&client, &server.origin()).await, unreachable(Failure::Reset));
    assert_eq!(server.connections(), 3);
}

#[tokio::test]
async fn an_answer_is_not_asked_for_again() {
    let client = builder().limits(THRICE).build().unwrap();
    for status in [200, 404, 429, 500, 503] {
        let server = Server::start(move |_| Reply::status(status)).await;
        robots(&client, &server.origin()).await;
        assert_eq!(server.hits(), 1, "{status}");
    }
    let server = Raw::saying("nonsense\r\n\r\n").await;
    assert_eq!(outcome(&client, &server.origin()).await, unreachable(Failure::Protocol));
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn there_is_no_time_for_further_tries() {
    let limits = THRICE.pause(Duration::from_hours(1));
    let client = builder().limits(limits).build().unwrap();
    let server = Raw::start(|_| vec![Act::Hear]).await;
    assert_eq!(outcome(&client, &server.origin()).await, unreachable(Failure::Reset));
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn limits_can_be_as_great_as_numbers_are() {
    let limits = Limits::new()
        .connect(Duration::MAX)
        .first_byte(Duration::MAX)
        .total(Duration::MAX)
        .retries(u32::MAX)
        .pause(Duration::ZERO)
        .origins(usize::MAX)
        .references(usize::MAX)
        .page_bytes(usize::MAX);
    let client = builder().limits(limits).build().unwrap();
    let server = Raw::start(|turn| if turn < 9 { vec![] } else { vec![Act::Hear, ok()] }).await;
    assert_eq!(outcome(&client, &server.origin()).await, FETCHED);
    let limits = limits.pause(Duration::MAX);
    let client = builder().limits(limits).build().unwrap();
    let page = client.fetch_page(server.origin()).await.unwrap();
    assert_eq!(page.body, b"#\n");
}

#[tokio::test]
async fn a_closed_port_refuses() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let origin = format!("http://127.0.0.1:{port}/");
    assert_eq!(outcome(&client(), &origin).await, unreachable(Failure::Refused));
}

#[tokio::test]
async fn names_that_do_not_resolve_are_tried_again() {
    let server = Server::start(|_| Reply::ok(RULES)).await;
    let here = || Ok(vec![IpAddr::from([127, 0, 0, 1])]);
    let none = || Err(std::io::Error::other("no such name"));
    let answering = |names: Names| {
        let names = Arc::new(names);
        (builder().limits(THRICE).resolver(names.clone()).build().unwrap(), names)
    };
    let (client, names) =
        answering(Names::answering(move |turn, _| if turn < 2 { none() } else { here() }));
    assert_eq!(outcome(&client, &server.named("late.test")).await, FETCHED);
    assert_eq!(names.asked(), 3);
    let (client, names) = answering(Names::answering(|_, _| Ok(Vec::new())));
    assert_eq!(outcome(&client, &server.named("never.test")).await, unreachable(Failure::Dns));
    assert_eq!(names.asked(), 3);
    assert_eq!(server.hits(), 1);
}
