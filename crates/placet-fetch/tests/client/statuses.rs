//! The result of each status (F-31 to F-34).

use placet::{Agent, Usage, Verdict};
use placet_fetch::{Cause, Failure, Origin, Settings, Site, Standing};

use super::server::{Raw, Reply, Server};
use super::*;

/// A server whose names say which status it answers: `s404.test`.
async fn server() -> Server {
    Server::start(|asked| {
        let status = asked.host.trim_start_matches('s').trim_end_matches(".test");
        Reply { body: RULES.into(), ..Reply::status(status.parse().unwrap()) }
    })
    .await
}

fn expected(status: u16) -> (Standing, Cause) {
    match status {
        206 => unreachable(Failure::Partial),
        200..=299 => (Standing::Fetched, Cause::Status(status)),
        304 => unreachable(Failure::Protocol),
        300..=399 => unreachable(Failure::Redirect),
        429 | 500..=599 => (Standing::Unreachable, Cause::Status(status)),
        400..=499 => (Standing::Unavailable, Cause::Status(status)),
        _ => unreachable(Failure::Protocol),
    }
}

#[tokio::test]
async fn every_status_comes_to_what_the_rfc_says() {
    let (server, client) = (server().await, client());
    let statuses = (200..=599).chain([600, 700, 999]);
    for status in statuses.clone() {
        let origin = server.named(&format!("s{status}.test"));
        assert_eq!(outcome(&client, &origin).await, expected(status), "{status}");
    }
    assert_eq!(server.hits(), statuses.count(), "no status is asked about twice");
}

#[tokio::test]
async fn the_entry_decides() {
    let (server, client) = (server().await, client());
    for (status, draft, other) in [
        (200, Verdict::Prohibit, Verdict::Permit),
        (404, Verdict::Permit, Verdict::Permit),
        (403, Verdict::Permit, Verdict::Permit),
        (429, Verdict::Prohibit, Verdict::Prohibit),
        (503, Verdict::Prohibit, Verdict::Prohibit),
    ] {
        let entry = robots(&client, &server.named(&format!("s{status}.test"))).await;
        let agent_policy = Site::new(entry, placet::Profile::default())
            .unwrap()
            .for_agent(Agent::new("ExampleBot"));
        let verdict = |path| agent_policy.may(Usage::Crawl, path).unwrap().verdict();
        assert_eq!((verdict("/drafts/1"), verdict("/x")), (draft, other), "{status}");
    }
}

#[tokio::test]
async fn refusals_can_be_taken_for_prohibitions() {
    let server = server().await;
    let client = builder().settings(Settings::new().refuse_forbidden(true)).build().unwrap();
    for status in [401, 403] {
        let origin = server.named(&format!("s{status}.test"));
        let expected = (Standing::Unreachable, Cause::Status(status));
        assert_eq!(outcome(&client, &origin).await, expected);
    }
}

#[tokio::test]
async fn interim_answers_are_passed_over() {
    let answer = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n\
                  HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n# ok";
    let server = Raw::saying(answer).await;
    let entry = robots(&client(), &server.origin()).await;
    assert_eq!(bytes(&entry), b"# ok");
}

#[tokio::test]
async fn requests_say_who_asks_and_nothing_more() {
    let server = Server::start(|_| Reply::ok(RULES).with("set-cookie", "a=b")).await;
    let client = client();
    let origin: Origin = server.origin().replace("//", "//user:secret@").parse().unwrap();
    client.robots(&origin).await.unwrap();
    robots(&client, &server.named("second.test")).await;
    for asked in server.asked() {
        let mut names: Vec<&str> = asked.fields.keys().map(http::HeaderName::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["accept", "accept-encoding", "host", "user-agent"]);
        assert_eq!(asked.field("user-agent"), Some("ExampleBot/1.0 (+https://example.com/bot)"));
        assert_eq!(asked.path, "/robots.txt");
    }
}

#[test]
fn a_client_must_have_a_name_that_can_be_sent() {
    for name in ["", " ", "a\nb", "a\0b"] {
        assert!(Client::builder(name).build().is_err(), "{name:?}");
    }
}
