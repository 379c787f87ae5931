//! Redirects (F-32), each hop checked (F-37).

use placet_fetch::{Cause, Failure, Settings, Standing};

use super::server::{Authority, Reply, Server};
use super::*;

/// Redirects as often as its name says: `r3-302.test` three times, with 302.
async fn redirector() -> Server {
    Server::start(|asked| {
        let (times, status) = asked.host.strip_suffix(".test").unwrap().split_once('-').unwrap();
        let times: usize = times.trim_start_matches('r').parse().unwrap();
        let step: usize = asked.path.trim_start_matches('/').parse().unwrap_or(0);
        if step < times {
            Reply::to(status.parse().unwrap(), format!("/{}", step + 1))
        } else {
            Reply::ok(RULES)
        }
    })
    .await
}

#[tokio::test]
async fn five_are_followed_and_six_are_too_many() {
    let (server, client) = (redirector().await, client());
    for status in [300, 301, 302, 303, 305, 307, 308, 399] {
        for times in 0..=7 {
            let before = server.hits();
            let entry = robots(&client, &server.named(&format!("r{times}-{status}.test"))).await;
            if times <= 5 {
                assert_eq!((entry.standing(), entry.cause()), FETCHED, "{status} {times}");
                assert_eq!(entry.final_url().path().len() > 2, times == 0);
            } else {
                let expected = (Standing::Unavailable, Cause::TooManyRedirects);
                assert_eq!((entry.standing(), entry.cause()), expected, "{status} {times}");
            }
            assert_eq!(entry.chain().len(), times.min(5));
            assert_eq!(server.hits() - before, times.min(5) + 1);
        }
    }
}

#[tokio::test]
async fn loops_end() {
    let server = Server::start(|asked| match &*asked.path {
        "/robots.txt" if asked.host == "self.test" => Reply::to(301, "/robots.txt"),
        "/robots.txt" => Reply::to(302, "/there"),
        _ => Reply::to(302, "/robots.txt"),
    })
    .await;
    let client = client();
    for name in ["self.test", "two.test"] {
        let before = server.hits();
        let expected = (Standing::Unavailable, Cause::TooManyRedirects);
        assert_eq!(outcome(&client, &server.named(name)).await, expected);
        assert_eq!(server.hits() - before, 6);
    }
}

#[tokio::test]
async fn other_hosts_speak_for_the_first() {
    let other = Server::start(|_| Reply::ok(RULES)).await;
    let target = format!("{}moved.txt", other.named("user:secret@other.test"));
    let server = Server::start(move |_| Reply::to(301, target.clone())).await;
    let client = client();
    let entry = robots(&client, &server.named("first.test")).await;
    assert_eq!(entry.url().host_str(), Some("first.test"));
    assert_eq!(entry.final_url().host_str(), Some("other.test"));
    assert_eq!(bytes(&entry), RULES.as_bytes());
    let asked = &other.asked()[0];
    assert_eq!((asked.field("authorization"), asked.field("referer")), (None, None));
    // What was found is not known to be that host's robots.txt.
    robots(&client, &other.named("other.test")).await;
    assert_eq!(other.hits(), 2);
}

#[tokio::test]
async fn a_downgrade_is_followed_by_default() {
    let authority = Authority::new();
    let plain = Server::start(|_| Reply::ok(RULES)).await;
    let target = plain.named("plain.test");
    let tls = authority.acceptor(&["safe.test"], &["h2", "http/1.1"]);
    let server = Server::start_tls(tls, move |_| Reply::to(302, target.clone())).await;
    let follow = builder().trust(authority.der()).build().unwrap();
    assert_eq!(outcome(&follow, &server.named("safe.test")).await, FETCHED);
    let settings = Settings::new().follow_downgrade(false);
    let refuse = builder().trust(authority.der()).settings(settings).build().unwrap();
    let expected = unreachable(Failure::Redirect);
    assert_eq!(outcome(&refuse, &server.named("safe.test")).await, expected);
    assert_eq!((server.hits(), plain.hits()), (2, 1));
}

#[tokio::test]
async fn refused_and_unusable_targets_make_it_unreachable() {
    let victim = Server::start(|_| Reply::ok("secret")).await;
    let port = victim.address.port();
    let targets = [
        (format!("http://0.0.0.0:{port}/"), Failure::Address),
        (format!("http://0:{port}/"), Failure::Address),
        (format!("http://[::]:{port}/"), Failure::Address),
        (format!("http://[::ffff:0.0.0.0]:{port}/"), Failure::Address),
        ("http://169.254.169.254/latest/meta-data/".into(), Failure::Address),
        ("http://2852039166/".into(), Failure::Address),
        ("http://metadata.google.internal/".into(), Failure::Address),
        ("http://[fd00:ec2::254]/".into(), Failure::Address),
        ("ftp://127.0.0.1/robots.txt".into(), Failure::Redirect),
        ("file:///etc/passwd".into(), Failure::Redirect),
        ("gopher://127.0.0.1/".into(), Failure::Redirect),
        ("javascript:alert(1)".into(), Failure::Redirect),
        ("http://".into(), Failure::Redirect),
        (String::new(), Failure::Redirect),
        (format!("/{}", "x".repeat(9_000)), Failure::Redirect),
    ];
    for (target, failure) in targets {
        // A client of its own: a port may be given again to the next server.
        let client = client();
        let location = target.clone();
        let server = Server::start(move |_| Reply::to(302, location.clone())).await;
        assert_eq!(outcome(&client, &server.origin()).await, unreachable(failure), "{target}");
        assert_eq!(server.hits(), 1);
    }
    assert_eq!(victim.connections(), 0);
}
