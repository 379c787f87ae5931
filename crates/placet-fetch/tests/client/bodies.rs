//! Bodies that are long (F-08, F-37).

use placet_fetch::{BodyProblem, Settings};

use super::server::{Act, Raw, Reply, Server};
use super::*;

#[tokio::test]
async fn a_long_file_is_read_up_to_the_ceiling() {
    let line = b"Disallow: /a-rather-long-path-that-goes-on-and-on/\n";
    let text: Vec<u8> = line.iter().copied().cycle().take(10 * 1024 * 1024).collect();
    let sent = text.clone();
    let server = Server::start(move |_| Reply::ok(sent.clone())).await;
    let (standard, large) = (client(), Settings::new().ceiling(1_000_000));
    let large = builder().settings(large).build().unwrap();
    for (client, ceiling) in [(standard, 512_000), (large, 1_000_000)] {
        let entry = robots(&client, &server.origin()).await;
        // One byte more tells whether the last line is whole (F-08).
        assert_eq!(bytes(&entry), &text[..=ceiling]);
        assert!(entry.body_problems().contains(&BodyProblem::Cut));
    }
}

#[tokio::test]
async fn reading_stops_when_there_is_enough() {
    // The client leaves an endless response as soon as it has enough.
    let head = Act::say("HTTP/1.1 200 OK\r\n\r\nUser-agent: *\n");
    let drip = Act::Drip(vec![b'#'; 64 * 1024], Duration::from_micros(1));
    let server = Raw::start(move |_| vec![Act::Hear, head.clone(), drip.clone()]).await;
    let entry = robots(&client(), &server.origin()).await;
    assert_eq!((entry.standing(), entry.cause()), FETCHED);
    assert_eq!(bytes(&entry).len(), 512_001);
}

#[tokio::test]
async fn a_file_as_long_as_the_ceiling_is_whole() {
    let server = Server::start(|_| Reply::ok(vec![b'#'; 512_000])).await;
    let entry = robots(&client(), &server.origin()).await;
    assert_eq!(bytes(&entry).len(), 512_000);
    assert_eq!(entry.body_problems(), []);
}

#[tokio::test]
async fn a_page_in_place_of_rules_is_reported() {
    let page = "<!doctype html><title>Just a moment...</title>";
    let server = Server::start(move |_| Reply::ok(page).with("content-type", "text/html")).await;
    let entry = robots(&client(), &server.origin()).await;
    assert_eq!((entry.standing(), entry.cause()), FETCHED);
    assert_eq!(entry.body_problems()[0].name(), "html-challenge");
}
