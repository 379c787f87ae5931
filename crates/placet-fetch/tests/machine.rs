//! Every row of F-30 to F-37, on the machine with a clock of its own.

#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{DAY, HOUR, Server, T0, crawl, fields, reply, url};
use http::HeaderMap;
use placet::explain::ReasonCode;
use placet::{Agent, Profile, Usage, Verdict};
use placet_fetch::settings::SKEW;
use placet_fetch::{Action, Cause, Entry, Event, Failure, Fetch, Settings, Site, Standing, Time};

const RULES: &[u8] = b"User-agent: *\nDisallow: /closed\n";

fn verdict(entry: &Arc<Entry>, path: &str) -> (Verdict, ReasonCode) {
    let site = Site::new(Arc::clone(entry), Profile::Full).unwrap();
    let decision = site.for_agent(Agent::new("ExampleBot")).may(Usage::Crawl, path).unwrap();
    (decision.verdict(), decision.code())
}

/// F-31, F-33, F-34: each status class, alone, without and with a copy held.
#[test]
fn every_status_means_what_the_rfc_says() {
    let good = crawl(&mut Server::new([reply(200, &[], RULES)]), None, T0);
    for status in 0..=999_u16 {
        let expected = match status {
            206 | 429 => Standing::Unreachable,
            200..=299 => Standing::Fetched,
            400..=499 => Standing::Unavailable,
            _ => Standing::Unreachable,
        };
        let entry = crawl(&mut Server::new([reply(status, &[], RULES)]), None, T0);
        assert_eq!(entry.standing(), expected, "{status}");
        let ground = match expected {
            Standing::Fetched => (Verdict::Permit, ReasonCode::NothingMatched),
            Standing::Unavailable => (Verdict::Permit, ReasonCode::Unavailable),
            _ => (Verdict::Prohibit, ReasonCode::Unreachable),
        };
        assert_eq!(verdict(&entry, "/open"), ground, "{status}");

        // The last good copy stays in use where the file cannot be reached, and only there.
        let later = crawl(&mut Server::new([reply(status, &[], RULES)]), Some(&good), T0 + DAY);
        let expected = match expected {
            Standing::Unreachable => Standing::Stale,
            other => other,
        };
        assert_eq!(later.standing(), expected, "{status}");
        assert_eq!(later.copy().is_some(), expected != Standing::Unavailable, "{status}");
        assert_eq!(later.since().is_some(), expected == Standing::Stale, "{status}");
    }
}

/// F-31: a part that was not requested is not a file and replaces none.
#[test]
fn a_part_replaces_no_copy() {
    let good = crawl(&mut Server::new([reply(200, &[("etag", "\"a\"")], RULES)]), None, T0);
    let part =
        reply(206, &[("content-range", "bytes 0-13/34"), ("etag", "\"a\"")], b"User-agent: *\n");
    let entry = crawl(&mut Server::new([part.clone()]), Some(&good), T0 + DAY);
    assert_eq!(entry.cause(), Cause::Failed(Failure::Partial));
    assert_eq!(entry.standing(), Standing::Stale);
    assert_eq!(entry.copy().unwrap().body().bytes(), RULES);
    assert_eq!(verdict(&entry, "/closed").0, Verdict::Prohibit);
    let alone = crawl(&mut Server::new([part]), None, T0);
    assert_eq!(verdict(&alone, "/open"), (Verdict::Prohibit, ReasonCode::Unreachable));
}

/// F-33: a setting makes of 401 and 403 what they say, however long they say it.
#[test]
fn forbidden_can_be_taken_at_its_word() {
    let settings = Settings::new().refuse_forbidden(true);
    for status in [401, 403] {
        let mut held = None;
        for day in 0..60 {
            let mut fetch = Fetch::new(url(), settings, held.take(), T0 + day * DAY);
            let fields = HeaderMap::new();
            let action = fetch.handle(Event::Head { status, fields: &fields }, T0 + day * DAY);
            let Action::Done(entry) = action else { panic!("{action:?}") };
            assert_eq!(entry.standing(), Standing::Unreachable, "day {day}");
            held = Some(entry);
        }
    }
}

/// F-34: each failure, before and after the answer began.
#[test]
fn every_failure_prohibits() {
    let fields = HeaderMap::new();
    for failure in Failure::ALL {
        for begun in [false, true] {
            let mut fetch = Fetch::new(url(), Settings::new(), None, T0);
            if begun {
                fetch.handle(Event::Head { status: 200, fields: &fields }, T0);
                fetch.handle(Event::Chunk(b"User-agent: *\nAllow: /\n"), T0);
            }
            let Action::Done(entry) = fetch.handle(Event::Failed(failure), T0) else { panic!() };
            assert_eq!(entry.standing(), Standing::Unreachable);
            assert_eq!(entry.cause(), Cause::Failed(failure));
            assert_eq!(verdict(&entry, "/"), (Verdict::Prohibit, ReasonCode::Unreachable));
        }
    }
}

/// F-32: up to five redirects are followed, across hosts; the sixth makes it unavailable.
#[test]
fn five_redirects_are_followed() {
    for redirects in 0..=7_usize {
        for status in [301, 302, 303, 307, 308] {
            let mut replies: Vec<_> = (0..redirects)
                .map(|at| {
                    let location = format!("http://host{at}.example/r{at}");
                    reply(status, &[("location", &location)], b"")
                })
                .collect();
            replies.push(reply(200, &[], RULES));
            let mut server = Server::new(replies);
            let entry = crawl(&mut server, None, T0);
            if redirects <= 5 {
                assert_eq!(entry.standing(), Standing::Fetched);
                assert_eq!(entry.chain().len(), redirects);
                assert_eq!(entry.url(), &url(), "the rules are those of the first authority");
                assert_eq!(verdict(&entry, "/closed").0, Verdict::Prohibit);
                let last = server.asked.last().unwrap();
                assert_eq!(entry.final_url(), &last.url);
            } else {
                assert_eq!(entry.standing(), Standing::Unavailable);
                assert_eq!(entry.cause(), Cause::TooManyRedirects);
                assert_eq!(server.asked.len(), 6);
            }
        }
    }
}

/// F-32: a loop ends like any chain that is too long.
#[test]
fn a_loop_ends() {
    let again = reply(302, &[("location", "/robots.txt")], b"");
    let mut server = Server::new(vec![again; 9]);
    assert_eq!(crawl(&mut server, None, T0).cause(), Cause::TooManyRedirects);
}

/// F-32, F-37: a redirect that cannot be followed makes the file unreachable, at any hop.
#[test]
fn an_unusable_redirect_prohibits() {
    for location in ["ftp://a.example/", "file:///etc/passwd", "http://", "", "javascript:x"] {
        for hops in 0..=5 {
            let mut replies = vec![reply(301, &[("location", "/next")], b""); hops];
            replies.push(reply(301, &[("location", location)], b""));
            let entry = crawl(&mut Server::new(replies), None, T0);
            assert_eq!(entry.cause(), Cause::Failed(Failure::Redirect), "{location}");
            assert_eq!(entry.standing(), Standing::Unreachable);
        }
    }
    let entry = crawl(&mut Server::new([reply(301, &[], b"")]), None, T0);
    assert_eq!(entry.cause(), Cause::Failed(Failure::Redirect));
}

/// F-08, F-37: the ceiling is applied while reading, and a rule it cuts is dropped.
#[test]
fn no_more_is_read_than_the_ceiling() {
    let settings = Settings::new();
    let head = b"User-agent: *\nDisallow: /a\n";
    let rule = b"\nDisallow: /cut-here";
    for (rest, closed) in [(&b"/more\n"[..], false), (b"\n", true), (b"", true)] {
        let mut text = head.to_vec();
        text.resize(settings.ceiling_bytes() - rule.len(), b'#');
        text.extend_from_slice(rule);
        text.extend_from_slice(rest);
        let mut fetch = Fetch::new(url(), settings, None, T0);
        let fields = HeaderMap::new();
        fetch.handle(Event::Head { status: 200, fields: &fields }, T0);
        for chunk in text.chunks(1_000) {
            let action = fetch.handle(Event::Chunk(chunk), T0);
            assert!(matches!(action, Action::Read | Action::Enough));
        }
        let enough = fetch.handle(Event::Chunk(b""), T0) == Action::Enough;
        assert_eq!(enough, !rest.is_empty());
        for _ in 0..if enough { 100 } else { 0 } {
            assert_eq!(fetch.handle(Event::Chunk(&[b'x'; 10_000]), T0), Action::Enough);
        }
        let Action::Done(entry) = fetch.handle(Event::End, T0) else { panic!() };
        assert!(entry.copy().unwrap().body().bytes().len() <= settings.ceiling_bytes() + 1);
        assert_eq!(entry.copy().unwrap().body().is_cut(), enough);
        assert_eq!(verdict(&entry, "/a").0, Verdict::Prohibit);
        assert_eq!(verdict(&entry, "/cut-here/x").0 == Verdict::Prohibit, closed);
    }
}

/// F-36: how long each answer holds.
#[test]
fn cache_headers_count_within_a_day() {
    const MINUTE: Duration = Duration::from_mins(1);
    for (name, value, expected) in [
        ("x", "", DAY),
        ("cache-control", "max-age=7200", 2 * HOUR),
        ("cache-control", "max-age=31536000, immutable", DAY),
        ("cache-control", "max-age=0", MINUTE),
        ("cache-control", "no-cache", MINUTE),
        ("cache-control", "no-store", MINUTE),
        ("cache-control", "max-age=7200, must-revalidate", 2 * HOUR),
        ("cache-control", "private, max-age=7200", 2 * HOUR),
        ("cache-control", "private", DAY),
        // For shared caches only (RFC 9111 §5.2.2.10), and this is a private one.
        ("cache-control", "public, s-maxage=3600, max-age=7200", 2 * HOUR),
        ("cache-control", "max-age=7200, stale-if-error=999999", 2 * HOUR),
        ("cache-control", "max-age=x", MINUTE),
        ("cache-control", "nonsense", DAY),
        ("pragma", "no-cache", MINUTE),
        ("expires", "0", MINUTE),
        ("expires", "Fri, 01 Jan 2100 00:00:00 GMT", DAY),
        ("expires", "Thu, 01 Jan 1970 00:00:00 GMT", MINUTE),
        ("last-modified", "Thu, 01 Jan 1970 00:00:00 GMT", DAY),
        ("etag", "\"a\"", DAY),
    ] {
        let entry = crawl(&mut Server::new([reply(200, &[(name, value)], RULES)]), None, T0);
        assert_eq!(entry.expires().since(T0), expected, "{name}: {value}");
        // A negative answer has its own shorter life.
        let none = crawl(&mut Server::new([reply(404, &[(name, value)], b"")]), None, T0);
        assert_eq!(none.expires().since(T0), expected.min(HOUR), "{name}: {value}");
    }
    let settings = Settings::new().longest(HOUR).shortest(2 * HOUR);
    let mut fetch = Fetch::new(url(), settings, None, T0);
    let fields = HeaderMap::new();
    let Action::Done(entry) = fetch.handle(Event::Head { status: 404, fields: &fields }, T0) else {
        panic!()
    };
    assert_eq!(entry.expires().since(T0), HOUR, "the longest goes before the shortest");
}

/// RFC 9111 §4.3: validators are sent where the copy came from, and a 304 renews it.
#[test]
fn a_copy_is_confirmed() {
    let tagged = [("etag", "\"v1\""), ("last-modified", "Sun, 06 Nov 1994 08:49:37 GMT")];
    let redirect = reply(301, &[("location", "https://other.example/r")], b"");
    let mut server = Server::new([redirect.clone(), reply(200, &tagged, RULES)]);
    let first = crawl(&mut server, None, T0);
    assert!(server.asked.iter().all(|request| request.fields.is_empty()));

    let later = T0 + 2 * DAY;
    let mut server = Server::new([redirect, reply(304, &[("cache-control", "max-age=7200")], b"")]);
    let second = crawl(&mut server, Some(&first), later);
    assert!(server.asked[0].fields.is_empty(), "the copy is not from the first URL");
    assert_eq!(server.asked[1].fields["if-none-match"], "\"v1\"");
    assert_eq!(server.asked[1].fields["if-modified-since"], tagged[1].1);
    assert_eq!(second.standing(), Standing::Fetched);
    assert_eq!(second.cause(), Cause::Status(304));
    assert_eq!(second.expires().since(later), 2 * HOUR);
    let (before, after) = (first.copy().unwrap(), second.copy().unwrap());
    assert_eq!((after.fetched(), after.validated()), (T0, later));
    assert_eq!(after.body().digest(), before.body().digest());
    assert_eq!(verdict(&second, "/closed").0, Verdict::Prohibit);

    // The file may also have moved, or changed.
    let mut server = Server::new([reply(200, &[], b"User-agent: *\n")]);
    let third = crawl(&mut server, Some(&second), later + DAY);
    assert_eq!(verdict(&third, "/closed").0, Verdict::Permit);
}

/// A 304 that was not asked for, or is about something else, confirms nothing.
#[test]
fn an_unasked_confirmation_is_a_failure() {
    let entry = crawl(&mut Server::new([reply(304, &[], b"")]), None, T0);
    assert_eq!(entry.cause(), Cause::Failed(Failure::Protocol));
    assert_eq!(entry.standing(), Standing::Unreachable);
    let untagged = crawl(&mut Server::new([reply(200, &[], RULES)]), None, T0);
    let entry = crawl(&mut Server::new([reply(304, &[], b"")]), Some(&untagged), T0 + DAY);
    assert_eq!(entry.standing(), Standing::Stale);
    let tagged = crawl(&mut Server::new([reply(200, &[("etag", "\"a\"")], RULES)]), None, T0);
    for (tag, standing) in
        [("\"b\"", Standing::Stale), ("\"a\"", Standing::Fetched), ("W/\"a\"", Standing::Fetched)]
    {
        let mut server = Server::new([reply(304, &[("etag", tag)], b"")]);
        assert_eq!(crawl(&mut server, Some(&tagged), T0 + DAY).standing(), standing, "{tag}");
    }
    // Read with another ceiling, the copy may lack what is asked for.
    let settings = Settings::new().ceiling(1 << 20);
    let fetch = Fetch::new(url(), settings, Some(tagged), T0);
    assert!(fetch.request().fields.is_empty());
}

/// RFC 9110 §10.2.3: a server that asks to be left alone is, for at most a day.
#[test]
fn retry_after_is_respected() {
    for (value, expected) in [("7200", 2 * HOUR), ("5", HOUR / 60), ("999999999", DAY)] {
        for status in [429, 503] {
            let mut server = Server::new([reply(status, &[("retry-after", value)], b"")]);
            let entry = crawl(&mut server, None, T0);
            assert_eq!(entry.expires().since(T0), expected, "{status} {value}");
        }
    }
}

/// F-35: forty days of outage, tried whenever the machine says so.
#[test]
fn forty_days_of_outage() {
    for (held, before, after) in [
        (None, Standing::Unreachable, Standing::Unavailable),
        (Some(reply(200, &[], RULES)), Standing::Stale, Standing::Stale),
        (Some(reply(404, &[], b"")), Standing::Unreachable, Standing::Unavailable),
    ] {
        let mut held = held.map(|reply| crawl(&mut Server::new([reply]), None, T0));
        let start = held.as_ref().map_or(T0, |entry| entry.expires());
        let (mut now, mut attempts) = (start, 0);
        while now.since(start) < 40 * DAY {
            let entry = crawl(&mut Server::new([reply(503, &[], b"")]), held.as_ref(), now);
            attempts += 1;
            assert_eq!(entry.since(), Some(start));
            let over = now.since(start) >= 30 * DAY;
            assert_eq!(entry.standing(), if over { after } else { before }, "at {now}");
            assert!(entry.expires() > now && entry.expires().since(now) <= HOUR);
            now = entry.expires();
            held = Some(entry);
        }
        assert!((900..1_100).contains(&attempts), "{attempts}");
        // It comes back: what it says counts at once, and the outage is forgotten.
        let back = crawl(&mut Server::new([reply(200, &[], RULES)]), held.as_ref(), now);
        assert_eq!((back.standing(), back.since()), (Standing::Fetched, None));
        assert_eq!(back.outage(), Duration::ZERO);
    }
}

/// F-35: the time is a setting, and never is one too.
#[test]
fn an_outage_may_never_end_in_permission() {
    for (setting, last) in [(Some(3 * DAY), Standing::Unavailable), (None, Standing::Unreachable)] {
        let settings = Settings::new().outage(setting);
        let mut held = None;
        for hour in 0..24 * 60 {
            let now = T0 + hour * HOUR;
            let mut fetch = Fetch::new(url(), settings, held.take(), now);
            let Action::Done(entry) = fetch.handle(Event::Failed(Failure::Dns), now) else {
                panic!()
            };
            held = Some(entry);
        }
        assert_eq!(held.unwrap().standing(), last);
    }
}

/// F-36: however the clock is set, a failure does not become a permission and a copy does not
/// hold longer.
#[test]
fn clock_steps_are_harmless() {
    let settings = Settings::new();
    // Forward by years between two failures: no more than a day counts.
    let first = crawl(&mut Server::new([reply(503, &[], b"")]), None, T0);
    let later = T0 + 4_000 * DAY;
    let second = crawl(&mut Server::new([reply(503, &[], b"")]), Some(&first), later);
    assert_eq!((second.standing(), second.outage()), (Standing::Unreachable, DAY));
    // And back again: nothing counts, nothing is lost.
    let third = crawl(&mut Server::new([reply(503, &[], b"")]), Some(&second), T0);
    assert_eq!((third.standing(), third.outage()), (Standing::Unreachable, DAY));
    assert_eq!(third.expires().since(T0), HOUR);

    let copy = crawl(&mut Server::new([reply(200, &[], RULES)]), None, T0);
    assert!(copy.holds(T0, &settings));
    assert!(copy.holds(T0.before(SKEW), &settings), "clocks of machines differ a little");
    assert!(!copy.holds(T0.before(SKEW + HOUR), &settings), "it was set back");
    assert!(copy.holds((T0 + DAY).before(Duration::from_millis(1)), &settings));
    assert!(!copy.holds(T0 + DAY, &settings));
    assert!(!copy.holds(Time::from_millis(u64::MAX), &settings));
    let strict = Settings::new().longest(HOUR);
    assert!(!copy.holds(T0 + HOUR, &strict), "the reader's own bound applies");
}

/// F-30: what is held about another URL is not used.
#[test]
fn an_entry_of_another_url_is_no_copy() {
    let entry = crawl(&mut Server::new([reply(200, &[("etag", "\"a\"")], RULES)]), None, T0);
    let other = "https://other.example/robots.txt".parse().unwrap();
    let mut fetch = Fetch::new(other, Settings::new(), Some(entry), T0);
    assert!(fetch.request().fields.is_empty());
    let Action::Done(entry) = fetch.handle(Event::Failed(Failure::Tls), T0) else { panic!() };
    assert_eq!(entry.standing(), Standing::Unreachable);
}

/// A-37: files that records refer to are got by the same rules; any failure prohibits.
#[test]
fn references_are_joined() {
    let text = b"ACAP-crawler: *\nACAP-permissions-reference: /acap.txt\n";
    let robots = crawl(&mut Server::new([reply(200, &[], text)]), None, T0);
    let site = Site::new(robots, Profile::Full).unwrap();
    let crawler = placet::Crawler::new(Agent::new("ExampleBot"));
    let urls = site.references(&crawler);
    assert_eq!(urls[0].as_str(), "https://example.com/acap.txt");
    let target = b"ACAP-crawler: *\nACAP-disallow-index: /a\n";
    for (status, crawl, index) in [
        (200, Verdict::Permit, Verdict::Prohibit),
        (404, Verdict::Prohibit, Verdict::Prohibit),
        (503, Verdict::Prohibit, Verdict::Prohibit),
    ] {
        let mut fetch = Fetch::new(urls[0].clone(), Settings::new(), None, T0);
        let none = fields(&[]);
        let mut action = fetch.handle(Event::Head { status, fields: &none }, T0);
        if action == Action::Read {
            fetch.handle(Event::Chunk(target), T0);
            action = fetch.handle(Event::End, T0);
        }
        let Action::Done(entry) = action else { panic!() };
        let site = site.clone().join(vec![entry]);
        let agent_policy = site.for_agent(crawler.clone());
        assert_eq!(agent_policy.may(Usage::Crawl, "/a").unwrap().verdict(), crawl, "{status}");
        assert_eq!(agent_policy.may(Usage::Index, "/a").unwrap().verdict(), index, "{status}");
        assert_eq!(site.evidence().len(), 2);
    }
}
