//! Properties for any events, in any order, at any time.

#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{DAY, T0, fields, url};
use http_cache_semantics::{CacheOptions, CachePolicy};
use placet::{Agent, Profile, Usage, Verdict};
use placet_fetch::{Action, Cause, Entry, Event, Failure, Fetch, Settings, Site, Standing, Time};
use proptest::prelude::*;

/// Something that can happen to a request.
#[derive(Debug, Clone)]
enum Happening {
    Head(u16, Vec<(&'static str, String)>),
    Chunk(Vec<u8>),
    End,
    Failed(Failure),
}

/// Any printable text.
fn text() -> impl Strategy<Value = String> {
    let bytes = prop::collection::vec(b' '..=b'~', 0..20);
    bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn field() -> impl Strategy<Value = (&'static str, String)> {
    let number = prop_oneof![Just(0_u64), 0..200_000_u64, any::<u64>()];
    prop_oneof![
        number.clone().prop_map(|age| ("cache-control", format!("max-age={age}"))),
        number.clone().prop_map(|age| ("age", age.to_string())),
        number.prop_map(|after| ("retry-after", after.to_string())),
        Just(("cache-control", "no-cache".to_owned())),
        Just(("expires", "Fri, 01 Jan 2100 00:00:00 GMT".to_owned())),
        Just(("expires", "0".to_owned())),
        Just(("etag", "\"a\"".to_owned())),
        Just(("etag", "W/\"b\"".to_owned())),
        Just(("last-modified", "Sun, 06 Nov 1994 08:49:37 GMT".to_owned())),
        Just(("location", "/robots.txt".to_owned())),
        Just(("location", "http://other.example/r".to_owned())),
        Just(("location", "ftp://other.example/r".to_owned())),
        text().prop_map(|value| ("location", value)),
        text().prop_map(|value| ("cache-control", value)),
        text().prop_map(|value| ("expires", value)),
    ]
}

fn happening() -> impl Strategy<Value = Happening> {
    let status = prop_oneof![
        4 => Just(200_u16),
        2 => Just(301),
        2 => Just(304),
        2 => Just(404),
        2 => Just(503),
        1 => Just(429),
        2 => any::<u16>(),
    ];
    prop_oneof![
        5 => (status, prop::collection::vec(field(), 0..4))
            .prop_map(|(status, fields)| Happening::Head(status, fields)),
        3 => prop::collection::vec(any::<u8>(), 0..60).prop_map(Happening::Chunk),
        3 => Just(Happening::End),
        2 => prop::sample::select(Failure::ALL.to_vec()).prop_map(Happening::Failed),
    ]
}

/// The clock between two happenings: mostly it goes on, sometimes it jumps.
fn tick(now: Time, kind: u8, amount: u64) -> Time {
    match kind % 8 {
        0 => Time::from_millis(amount),
        1 => now.before(Duration::from_secs(amount % 5_000_000)),
        2 => now + Duration::from_secs(amount % 5_000_000),
        _ => now + Duration::from_millis(amount % 100_000_000),
    }
}

fn handle(fetch: &mut Fetch, happening: &Happening, now: Time) -> Action {
    match happening {
        Happening::Head(status, pairs) => {
            let pairs: Vec<_> = pairs.iter().map(|(name, value)| (*name, value.trim())).collect();
            fetch.handle(Event::Head { status: *status, fields: &fields(&pairs) }, now)
        }
        Happening::Chunk(bytes) => fetch.handle(Event::Chunk(bytes), now),
        Happening::End => fetch.handle(Event::End, now),
        Happening::Failed(failure) => fetch.handle(Event::Failed(*failure), now),
    }
}

fn permits(entry: &Arc<Entry>) -> bool {
    let site = Site::new(Arc::clone(entry), Profile::Full).unwrap();
    let agent_policy = site.for_agent(Agent::new("ExampleBot"));
    agent_policy.may(Usage::Crawl, "/x").is_ok_and(|decision| decision.verdict() == Verdict::Permit)
}

/// What must be true of any entry that the machine makes.
fn check(entry: &Arc<Entry>, now: Time, seen_out_of_reach: Duration) {
    assert_eq!(entry.checked(), now);
    assert!(entry.expires().since(entry.checked()) <= DAY, "nothing holds longer than a day");
    assert!(!entry.holds(entry.expires(), &Settings::new()));
    match entry.standing() {
        Standing::Fetched => {
            let copy = entry.copy().unwrap();
            assert_eq!(copy.validated(), now);
            assert!(entry.expires().since(copy.validated()) <= DAY);
            assert!(matches!(entry.cause(), Cause::Status(200..=299 | 304)));
            assert_eq!(entry.since(), None);
        }
        Standing::Unavailable => match entry.cause() {
            Cause::Status(status @ 400..=499) if status != 429 => {}
            Cause::TooManyRedirects => {}
            // F-35, and nothing but that, makes a permission of a failure.
            _ => assert!(seen_out_of_reach >= 30 * DAY, "{entry:?}"),
        },
        Standing::Unreachable => {
            assert!(entry.copy().is_none() && entry.since().is_some());
            assert!(!permits(entry));
        }
        Standing::Stale => assert!(entry.copy().is_some() && entry.since().is_some()),
    }
    let back = Entry::decode(&entry.encode());
    assert_eq!(back.as_ref(), Ok(&**entry), "what is stored is what is read");
}

proptest! {
    /// Any events in any order, at any times: no panic, an answer, its bounds,
    /// and never a permission for a failure.
    #[test]
    fn a_history_keeps_its_bounds(
        history in prop::collection::vec(
            (prop::collection::vec(happening(), 0..7), any::<u8>(), any::<u64>()), 1..7
        )
    ) {
        let mut now = T0;
        let mut held: Option<Arc<Entry>> = None;
        // The reference: how long failures were seen, no more than a day between two.
        let (mut out_of_reach, mut last): (Duration, Option<Time>) = (Duration::ZERO, None);
        for (happenings, kind, amount) in &history {
            now = tick(now, *kind, *amount);
            let mut fetch = Fetch::new(url(), Settings::new(), held.clone(), now);
            let mut done = None;
            for happening in happenings.iter().chain([&Happening::Failed(Failure::Other)]) {
                if let Action::Done(entry) = handle(&mut fetch, happening, now) {
                    let again = done.get_or_insert_with(|| Arc::clone(&entry));
                    prop_assert_eq!(&*again, &entry, "once over, it stays so");
                }
            }
            let entry = done.expect("a failure ends it");
            if entry.since().is_some() {
                out_of_reach += last.map_or(Duration::ZERO, |last| now.since(last).min(DAY));
                last = Some(now);
            } else {
                (out_of_reach, last) = (Duration::ZERO, None);
            }
            check(&entry, now, out_of_reach);
            held = Some(entry);
        }
    }

    /// Whatever is stored, reading it neither panics nor makes up an entry.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(Entry::decode(&bytes).is_err());
        let framed = [b"plct\x01".as_slice(), &crc(&bytes), &bytes].concat();
        let _ = Entry::decode(&framed);
    }

    /// A stored entry that was changed anywhere or cut is refused.
    #[test]
    fn a_damaged_entry_is_refused(
        body in prop::collection::vec(any::<u8>(), 0..300),
        at in any::<prop::sample::Index>(),
        bit in 0..8_u8,
    ) {
        let mut fetch = Fetch::new(url(), Settings::new(), None, T0);
        handle(&mut fetch, &Happening::Head(200, vec![("etag", "\"a\"".into())]), T0);
        handle(&mut fetch, &Happening::Chunk(body), T0);
        let Action::Done(entry) = handle(&mut fetch, &Happening::End, T0) else { panic!() };
        let mut stored = entry.encode();
        let at = at.index(stored.len());
        prop_assert!(Entry::decode(&stored[..at]).is_err());
        stored[at] ^= 1 << bit;
        prop_assert!(Entry::decode(&stored).is_err());
    }

    /// Where fields say how long an answer holds, another implementation of RFC 9111 agrees.
    #[test]
    fn freshness_is_as_another_reads_it(
        shared in any::<bool>(),
        max_age in prop::option::of(0..200_000_u64),
        shared_max_age in prop::option::of(0..200_000_u64),
        expires in prop::option::of(0..200_000_u64),
        age in prop::option::of(0..100_000_u64),
        others in prop::sample::subsequence(
            vec!["public", "private", "no-transform", "no-cache", "no-store", "must-revalidate"], 0..4
        ),
    ) {
        prop_assume!(max_age.is_some() || expires.is_some());
        let mut control: Vec<String> = others.iter().map(ToString::to_string).collect();
        control.extend(max_age.map(|age| format!("max-age={age}")));
        control.extend(shared_max_age.map(|age| format!("s-maxage={age}")));
        let date = |after| (T0 + Duration::from_secs(after)).to_string();
        let (control, date_of) = (control.join(", "), date(0));
        let expires = expires.map(date);
        let age = age.map(|age| age.to_string());
        let mut pairs = vec![("date", date_of.as_str())];
        if !control.is_empty() {
            pairs.push(("cache-control", &control));
        }
        pairs.extend(expires.as_deref().map(|it| ("expires", it)));
        pairs.extend(age.as_deref().map(|it| ("age", it)));

        let settings = Settings::new().shortest(Duration::ZERO).shared(shared);
        let mut fetch = Fetch::new(url(), settings, None, T0);
        let fields = fields(&pairs);
        fetch.handle(Event::Head { status: 200, fields: &fields }, T0);
        let Action::Done(entry) = fetch.handle(Event::End, T0) else { panic!() };

        let request = http::Request::get(url().as_str()).body(()).unwrap();
        let mut response = http::Response::new(());
        *response.headers_mut() = fields;
        let options = CacheOptions { shared, ..CacheOptions::default() };
        let at = T0.to_system().unwrap();
        let other = CachePolicy::new_options(&request, &response, at, options);
        let other = if other.is_storable() { other.time_to_live(at) } else { Duration::ZERO };
        prop_assert_eq!(entry.expires().since(T0), other.min(DAY), "{:?}", pairs);
    }
}

/// The checksum of the stored form.
fn crc(bytes: &[u8]) -> [u8; 4] {
    let table = |byte: u32| (0..8).fold(byte, |crc, _| (crc >> 1) ^ (0xEDB8_8320 * (crc & 1)));
    let sum = bytes
        .iter()
        .fold(u32::MAX, |crc, &byte| (crc >> 8) ^ table((crc ^ u32::from(byte)) & 0xFF));
    (!sum).to_le_bytes()
}
