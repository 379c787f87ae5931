//! TLS, and HTTP/2 on it (F-34).

use http::Version;
use placet_fetch::Failure;

use super::server::{Act, Authority, Raw, Reply, Server};
use super::*;

#[tokio::test]
async fn both_versions_of_http_are_spoken() {
    let authority = Authority::new();
    let client = builder().trust(authority.der()).build().unwrap();
    for (protocols, version) in [
        (&["h2", "http/1.1"][..], Version::HTTP_2),
        (&["h2"], Version::HTTP_2),
        (&["http/1.1"], Version::HTTP_11),
        (&[], Version::HTTP_11),
    ] {
        let tls = authority.acceptor(&["127.0.0.1", "a.test"], protocols);
        let server = Server::start_tls(tls, |_| Reply::ok(RULES)).await;
        for origin in [server.origin(), server.named("a.test")] {
            assert_eq!(outcome(&client, &origin).await, FETCHED);
        }
        assert!(server.asked().iter().all(|asked| asked.version == version), "{protocols:?}");
        assert_eq!(server.connections(), 2);
    }
}

#[tokio::test]
async fn long_files_come_over_http2_too() {
    let authority = Authority::new();
    let client = builder().trust(authority.der()).build().unwrap();
    let tls = authority.acceptor(&["127.0.0.1"], &["h2"]);
    let server = Server::start_tls(tls, |_| Reply::ok(vec![b'#'; 10 * 1024 * 1024])).await;
    let entry = robots(&client, &server.origin()).await;
    assert_eq!(bytes(&entry).len(), 512_001);
}

#[tokio::test]
async fn heads_are_bounded_over_http2_too() {
    let authority = Authority::new();
    let client = builder().trust(authority.der()).build().unwrap();
    let tls = authority.acceptor(&["long.test", "short.test"], &["h2"]);
    let server = Server::start_tls(tls, |asked| {
        let bytes = if asked.host == "long.test" { 70_000 } else { 10_000 };
        Reply::ok(RULES).with("x-long", "x".repeat(bytes))
    })
    .await;
    assert_eq!(outcome(&client, &server.named("short.test")).await, FETCHED);
    let found = outcome(&client, &server.named("long.test")).await;
    assert_eq!(found, unreachable(Failure::Protocol));
}

#[tokio::test]
async fn an_untrusted_server_is_not_asked() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    // Tried again, it would be no better.
    let limits = LIMITS.retries(3);
    let client = builder().trust(authority.der()).limits(limits).build().unwrap();
    for (authority, name) in [(&stranger, "127.0.0.1"), (&authority, "other.test")] {
        let tls = authority.acceptor(&[name], &["h2", "http/1.1"]);
        let server = Server::start_tls(tls, |_| Reply::ok(RULES)).await;
        assert_eq!(outcome(&client, &server.origin()).await, unreachable(Failure::Tls));
        assert_eq!((server.connections(), server.hits()), (1, 0));
    }
}

#[tokio::test]
async fn a_response_without_tls_is_a_failure() {
    let server = Raw::start(|_| vec![Act::say("HTTP/1.1 400 Bad Request\r\n\r\n")]).await;
    let origin = format!("https://127.0.0.1:{}/", server.port());
    assert_eq!(outcome(&client(), &origin).await, unreachable(Failure::Tls));
}
