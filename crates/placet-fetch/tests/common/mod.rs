//! A server that is a list of answers, and a clock that is a number.
#![allow(dead_code, reason = "each test binary uses a part of it")]
#![allow(clippy::allow_attributes, reason = "which part differs")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "it is a test's")]

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use placet_fetch::{Entry, Event, Fetch, Request, Settings, Step, Time};
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
        let mut step = fetch.tell(begun, now);
        if step == Step::Read {
            fetch.tell(Event::Chunk(&reply.body), now);
            step = fetch.tell(Event::End, now);
        }
        match step {
            Step::Request(next) => request = next,
            Step::Done(entry) => return entry,
            other => panic!("{other:?}"),
        }
    }
}
