//! How long answers hold, and how they are asked for again (F-35, F-36, RFC 9111).

use std::sync::Mutex;

use placet_fetch::{Failure, Settings};

use super::server::{Reply, Server};
use super::*;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// A server that answers in turn, the last answer for ever.
async fn in_turn(replies: Vec<Reply>) -> Server {
    let turn = Mutex::new(0);
    Server::start(move |_| {
        let mut turn = turn.lock().unwrap();
        *turn += 1;
        replies[(*turn - 1).min(replies.len() - 1)].clone()
    })
    .await
}

#[tokio::test]
async fn fields_say_how_long_it_holds_within_a_day() {
    let (hands, minute) = (Hands::new(), 60);
    let server = Server::start(|asked| {
        let field = |name| asked.host.strip_suffix(".test").unwrap() == name;
        let reply = Reply::ok(RULES).with("date", "Sun, 06 Nov 1994 08:00:00 GMT");
        match FORMS.iter().position(|(name, ..)| field(*name)) {
            Some(form) => FORMS[form]
                .1
                .iter()
                .fold(reply, |reply, (name, value)| reply.with(name, (*value).to_owned())),
            None => Reply::status(500),
        }
    })
    .await;
    let client = hands.builder().build().unwrap();
    for (name, fields, life) in FORMS {
        let entry = robots(&client, &server.named(&format!("{name}.test"))).await;
        let expected = Duration::from_secs(life.clamp(&minute, &86_400).to_owned());
        assert_eq!(entry.expires().since(entry.checked()), expected, "{fields:?}");
    }
}

/// RFC 9111 §5.2.2.7: what several crawlers share keeps nothing `private`.
#[cfg(feature = "redis")]
#[tokio::test]
async fn a_store_that_is_shared_makes_a_shared_cache() {
    use placet_fetch::store::{Memory, RedisStore, Tiers};

    let hands = Hands::new();
    let server = Server::start(|_| {
        Reply::ok(RULES).with("cache-control", "private, max-age=7200, s-maxage=3600")
    })
    .await;
    let own = || Tiers::new(Settings::new()).with("memory", Arc::new(Memory::default()));
    // Nobody listens there: the memory does alone.
    let common = RedisStore::new("redis://127.0.0.1:1").unwrap();
    let shared = own().with("redis", Arc::new(common));
    for (store, life) in [(own(), 2 * HOUR), (shared, Duration::from_mins(1))] {
        let client = hands.builder().store(Arc::new(store)).build().unwrap();
        let entry = robots(&client, &server.origin()).await;
        assert_eq!(entry.expires().since(entry.checked()), life);
    }
}

/// A directive after the stored part of a header.
const FAR: &str = match str::from_utf8(&FAR_BYTES) {
    Ok(text) => text,
    Err(_) => "",
};
const FAR_BYTES: [u8; 9_000] = {
    let mut bytes = [b','; 9_000];
    let (directives, mut at) = (b"max-age=3600,no-store", 0);
    while at < directives.len() {
        bytes[bytes.len() - directives.len() + at] = directives[at];
        at += 1;
    }
    bytes
};

/// Names, fields, and how long an answer with them holds, in seconds, but for the bounds.
type Form = (&'static str, &'static [(&'static str, &'static str)], u64);
const FORMS: &[Form] = &[
    ("none", &[], 86_400),
    ("age", &[("cache-control", "max-age=3600"), ("age", "600")], 3_000),
    ("ages", &[("cache-control", "max-age=3600"), ("age", "9999")], 0),
    ("max", &[("cache-control", "max-age=3600")], 3_600),
    ("case", &[("cache-control", "Max-Age=3600")], 3_600),
    ("quoted", &[("cache-control", "max-age=\"3600\"")], 3_600),
    ("year", &[("cache-control", "public, max-age=31536000, immutable")], 86_400),
    ("zero", &[("cache-control", "max-age=0")], 0),
    ("junk", &[("cache-control", "max-age=soon")], 0),
    ("shared", &[("cache-control", "max-age=3600, s-maxage=600")], 3_600),
    ("nocache", &[("cache-control", "no-cache")], 0),
    ("nostore", &[("cache-control", "no-store, max-age=3600")], 0),
    ("revalidate", &[("cache-control", "must-revalidate, max-age=600")], 600),
    ("private", &[("cache-control", "private, max-age=600")], 600),
    ("twice", &[("cache-control", "max-age=3600"), ("cache-control", "max-age=600")], 0),
    ("oldlist", &[("cache-control", "max-age=3600"), ("age", "5, 10")], 0),
    ("oldtext", &[("cache-control", "max-age=3600"), ("age", "young")], 0),
    ("longer", &[("cache-control", "max-age=600, s-maxage=3600")], 600),
    ("small", &[("expires", "sun, 06 nov 1994 09:00:00 gmt")], 3_600),
    ("far", &[("cache-control", FAR)], 0),
    ("pragma", &[("pragma", "no-cache")], 0),
    ("expires", &[("expires", "Sun, 06 Nov 1994 09:00:00 GMT")], 3_600),
    ("rfc850", &[("expires", "Sunday, 06-Nov-94 09:00:00 GMT")], 3_600),
    ("asctime", &[("expires", "Sun Nov  6 09:00:00 1994")], 3_600),
    ("past", &[("expires", "Sun, 06 Nov 1994 07:00:00 GMT")], 0),
    ("nodate", &[("expires", "0")], 0),
    (
        "both",
        &[("expires", "Sun, 06 Nov 1994 09:00:00 GMT"), ("cache-control", "max-age=600")],
        600,
    ),
    ("stale", &[("cache-control", "stale-if-error=99999, max-age=600")], 600),
];

#[tokio::test]
async fn valid_entries_are_not_fetched_again() {
    let hands = Hands::new();
    let server = in_turn(vec![Reply::ok(RULES).with("cache-control", "max-age=3600")]).await;
    let client = hands.builder().build().unwrap();
    for (forward, hits) in [(0, 1), (3_599, 1), (1, 2), (10, 2), (3_600, 3)] {
        hands.forward(Duration::from_secs(forward));
        assert_eq!(outcome(&client, &server.origin()).await, FETCHED);
        assert_eq!(server.hits(), hits, "{forward}");
    }
    // Clones and askers share what holds.
    assert_eq!(outcome(&client.clone(), &server.origin()).await, FETCHED);
    assert_eq!(server.hits(), 3);
}

#[tokio::test]
async fn copies_are_confirmed_by_their_validators() {
    const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";
    for (fields, condition) in [
        (vec![("etag", "\"a\"")], vec![("if-none-match", "\"a\"")]),
        (vec![("etag", "W/\"a\"")], vec![("if-none-match", "W/\"a\"")]),
        (vec![("last-modified", DATE)], vec![("if-modified-since", DATE)]),
        (
            vec![("etag", "\"a\""), ("last-modified", DATE)],
            vec![("if-none-match", "\"a\""), ("if-modified-since", DATE)],
        ),
    ] {
        let hands = Hands::new();
        let with = |reply: Reply| fields.iter().fold(reply, |reply, (n, v)| reply.with(n, *v));
        let not_modified = with(Reply::status(304)).with("cache-control", "max-age=600");
        let server = in_turn(vec![with(Reply::ok(RULES)), not_modified]).await;
        let client = hands.builder().build().unwrap();
        let first = robots(&client, &server.origin()).await;
        hands.forward(DAY);
        let second = robots(&client, &server.origin()).await;
        assert_eq!((second.standing(), second.cause()), (Standing::Fetched, Cause::Status(304)));
        assert_eq!(bytes(&second), bytes(&first));
        assert_eq!(second.expires().since(hands.now()), Duration::from_mins(10));
        assert_eq!(second.copy().unwrap().fetched(), first.checked());
        let asked = &server.asked()[1];
        for (name, value) in condition {
            assert_eq!(asked.field(name), Some(value));
        }
    }
}

#[tokio::test]
async fn a_changed_file_takes_the_place_of_the_copy() {
    let hands = Hands::new();
    let (old, new) = (Reply::ok(RULES).with("etag", "1"), Reply::ok("# new\n").with("etag", "2"));
    let server = in_turn(vec![old, new, Reply::status(304).with("etag", "1")]).await;
    let client = hands.builder().build().unwrap();
    robots(&client, &server.origin()).await;
    hands.forward(DAY);
    assert_eq!(bytes(&*robots(&client, &server.origin()).await), b"# new\n");
    hands.forward(DAY);
    // A confirmation of something else confirms nothing.
    let entry = robots(&client, &server.origin()).await;
    let expected = (Standing::Stale, Cause::Failed(Failure::Protocol));
    assert_eq!((entry.standing(), entry.cause()), expected);
    assert_eq!(bytes(&entry), b"# new\n");
}

#[tokio::test]
async fn the_last_good_copy_is_used_while_the_server_is_away() {
    let hands = Hands::new();
    let replies =
        vec![Reply::ok(RULES), Reply::status(503), Reply::status(503), Reply::status(404)];
    let server = in_turn(replies).await;
    let client = hands.builder().build().unwrap();
    robots(&client, &server.origin()).await;
    for _ in 0..2 {
        hands.forward(DAY);
        let entry = robots(&client, &server.origin()).await;
        assert_eq!((entry.standing(), entry.cause()), (Standing::Stale, Cause::Status(503)));
        assert_eq!(bytes(&entry), RULES.as_bytes());
    }
    hands.forward(DAY);
    let gone = (Standing::Unavailable, Cause::Status(404));
    assert_eq!(outcome(&client, &server.origin()).await, gone);
}

#[tokio::test]
async fn failures_hold_shorter_than_files() {
    let (hands, minute) = (Hands::new(), Duration::from_mins(1));
    for (reply, life) in [
        (Reply::status(404), HOUR),
        (Reply::status(404).with("cache-control", "max-age=600"), minute * 10),
        (Reply::status(404).with("cache-control", "max-age=99999"), HOUR),
        (Reply::status(503), minute),
        (Reply::status(503).with("cache-control", "max-age=99999"), minute),
        (Reply::status(503).with("retry-after", "600"), minute * 10),
        (Reply::status(429).with("retry-after", "99999999"), DAY),
    ] {
        let server = in_turn(vec![reply.clone()]).await;
        let entry = robots(&hands.builder().build().unwrap(), &server.origin()).await;
        assert_eq!(entry.expires().since(hands.now()), life, "{reply:?}");
    }
}

#[tokio::test]
async fn an_outage_of_thirty_days_ends_in_silence_and_not_before() {
    let hands = Hands::new();
    let server = in_turn(vec![Reply::status(500)]).await;
    let settings = Settings::new().retry(HOUR, HOUR);
    let client = hands.builder().settings(settings).build().unwrap();
    for hour in 0..30 * 24 {
        let found = outcome(&client, &server.origin()).await;
        assert_eq!(found, (Standing::Unreachable, Cause::Status(500)), "{hour}");
        hands.forward(HOUR);
    }
    let found = outcome(&client, &server.origin()).await;
    assert_eq!(found, (Standing::Unavailable, Cause::Status(500)));
}

#[tokio::test]
async fn a_clock_that_is_set_back_makes_it_ask_again() {
    let hands = Hands::new();
    let server = in_turn(vec![Reply::ok(RULES)]).await;
    let client = hands.builder().build().unwrap();
    robots(&client, &server.origin()).await;
    hands.0.fetch_sub(3_600, Ordering::SeqCst);
    assert_eq!(outcome(&client, &server.origin()).await, FETCHED);
    assert_eq!(server.hits(), 2);
}
