//! A server that is a list of answers, and a clock that is a number.
#![allow(dead_code, reason = "each test binary uses a part of it")]
#![allow(clippy::allow_attributes, reason = "which part differs")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "it is a test's")]

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use placet_fetch::{Action, Entry, Event, Fetch, Request, Settings, Time};
use url::Url;

pub(crate) const T0: Time = Time::from_secs(1_800_000_000);
pub(crate) const HOUR: Duration = Duration::from_hours(1);
pub(crate) const DAY: Duration = Duration::from_hours(24);

/// What a server answers to one request.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) fields: HeaderMap,
    pub(crate) body: Vec<u8>,
}

pub(crate) fn reply(status: u16, pairs: &[(&str, &str)], body: &[u8]) -> Reply {
    Reply { status, fields: fields(pairs), body: body.to_vec() }
}

pub(crate) fn fields(pairs: &[(&str, &str)]) -> HeaderMap {
    let pair = |&(name, value): &(&str, &str)| {
        (name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap())
    };
    pairs.iter().map(pair).collect()
}

pub(crate) fn url() -> Url {
    "https://example.com/robots.txt".parse().unwrap()
}

/// Answers in their order, and the requests that were made.
#[derive(Debug)]
pub(crate) struct Server {
    replies: std::vec::IntoIter<Reply>,
    pub(crate) asked: Vec<Request>,
}

impl Server {
    pub(crate) fn new(replies: impl Into<Vec<Reply>>) -> Self {
        Self { replies: replies.into().into_iter(), asked: Vec::new() }
    }
}

/// Drives the machine against the server, at one moment.
pub(crate) fn crawl(server: &mut Server, held: Option<&Arc<Entry>>, now: Time) -> Arc<Entry> {
    let mut fetch = Fetch::new(url(), Settings::new(), held.cloned(), now);
    let mut request = fetch.request();
    loop {
        server.asked.push(request);
        let reply = server.replies.next().expect("the server has an answer left");
        let begun = Event::Head { status: reply.status, fields: &reply.fields };
        let mut action = fetch.handle(begun, now);
        if action == Action::Read {
            fetch.handle(Event::Chunk(&reply.body), now);
            action = fetch.handle(Event::End, now);
        }
        match action {
            Action::Request(next) => request = next,
            Action::Done(entry) => return entry,
            other => panic!("{other:?}"),
        }
    }
}

/// An entry for a host whose file has `bytes` bytes of rules.
pub(crate) fn entry(host: &str, bytes: usize, now: Time) -> Arc<Entry> {
    let url = format!("https://{host}/robots.txt").parse().unwrap();
    let mut fetch = Fetch::new(url, Settings::new(), None, now);
    let fields = fields(&[("etag", "\"a\""), ("content-type", "text/plain")]);
    fetch.handle(Event::Head { status: 200, fields: &fields }, now);
    let mut text = format!("User-agent: *\nDisallow: /{host}\n").into_bytes();
    while text.len() < bytes {
        text.extend_from_slice(b"Disallow: /a-rule-that-takes-its-room/\n");
    }
    fetch.handle(Event::Chunk(&text), now);
    match fetch.handle(Event::End, now) {
        Action::Done(entry) => entry,
        other => panic!("{other:?}"),
    }
}

/// The same for a site that cannot be reached.
pub(crate) fn unreachable_entry(host: &str, now: Time) -> Arc<Entry> {
    let url = format!("https://{host}/robots.txt").parse().unwrap();
    let mut fetch = Fetch::new(url, Settings::new(), None, now);
    match fetch.handle(Event::Failed(placet_fetch::Failure::Dns), now) {
        Action::Done(entry) => entry,
        other => panic!("{other:?}"),
    }
}

/// Values that are not the stored form of an entry: damaged, of an older form, another's, none.
pub(crate) fn unreadable_values(good: &Entry) -> Vec<Vec<u8>> {
    let (mut damaged, mut older) = (good.encode(), good.encode());
    let middle = damaged.len() / 2;
    *damaged.get_mut(middle).unwrap() ^= 1;
    // The version follows the four bytes of the magic number.
    *older.get_mut(4).unwrap() = 0;
    let other = entry("another.example", 100, T0).encode();
    vec![damaged, older, other, Vec::new(), b"nonsense".to_vec()]
}

/// Runs a test of this binary in a process of its own, with what it is to know.
pub(crate) fn child(test: &str, variables: &[(&str, &str)]) -> std::process::Command {
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    command.envs(variables.iter().copied());
    command.stdin(std::process::Stdio::null());
    command
}

/// An environment variable of a child process; `None` in the parent.
#[allow(clippy::disallowed_methods, reason = "it is how a test tells its child what to do")]
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
