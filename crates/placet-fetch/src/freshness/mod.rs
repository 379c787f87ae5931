//! How long a response may be reused, according to its headers (RFC 9111 §4.2).

mod lifetime;

use std::time::{Duration, SystemTime};

use placet::condition::Moment;

pub use lifetime::Lifetime;

/// Who uses a cache (RFC 9111 §1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Cache {
    /// One crawler.
    #[default]
    Private,
    /// Several, through one store.
    Shared,
}

/// The freshness of a response according to its headers, for robots.txt (F-36) and pages (T-13)
/// alike.
///
/// In a [shared](Cache::Shared) cache `private`, with or without field names, makes it stale
/// (§5.2.2.7), and `s-maxage` overrides `max-age` and `Expires` (§5.2.2.10). A private cache ignores
/// both.
///
/// `max-age` takes precedence over `Expires` (§5.3). `no-store` and `no-cache`, with or without field
/// names, make it stale; so do invalid and contradictory values (§4.2.1), and an `Age` that is not a
/// number or is a list, since the age is then unknown (§5.1 would ignore it). `Pragma: no-cache`
/// counts if there is no `Cache-Control` (§5.4). Dates are read ignoring case (§4.2). There is no
/// heuristic freshness (§4.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Freshness {
    /// It must be revalidated before reuse, or its headers are invalid.
    stale: bool,
    private: bool,
    max_age: Option<u64>,
    shared_max_age: Option<u64>,
    expires: Option<SystemTime>,
    date: Option<SystemTime>,
    age: Option<u64>,
}

impl Freshness {
    /// The freshness according to these headers; others are ignored. Names are compared ignoring
    /// case; the order of different headers does not matter. The work is linear in the input.
    pub(crate) fn of<N, V>(fields: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: AsRef<str>,
        V: AsRef<[u8]>,
    {
        let mut freshness = Self::default();
        let (mut controlled, mut pragma) = (false, false);
        for (name, value) in fields {
            let (name, value) = (name.as_ref(), value.as_ref());
            let is = |wanted: &str| name.eq_ignore_ascii_case(wanted);
            if is("Cache-Control") {
                controlled = true;
                members(value, |directive| freshness.directive(directive));
            } else if is("Pragma") {
                members(value, |it| pragma |= it.eq_ignore_ascii_case(b"no-cache"));
            } else if is("Expires") {
                // An invalid date is in the past (RFC 9111 §5.3).
                let expires = Moment::from_http(value).map_or(SystemTime::UNIX_EPOCH, Moment::time);
                freshness.stale |= freshness.expires.is_some_and(|before| before != expires);
                freshness.expires = Some(expires);
            } else if is("Date") {
                freshness.date =
                    freshness.date.or_else(|| Moment::from_http(value).map(Moment::time));
            } else if is("Age") {
                let age = seconds(value.trim_ascii());
                freshness.stale |= age.is_none() || freshness.age.is_some();
                freshness.age = age;
            }
        }
        freshness.stale |= pragma && !controlled;
        freshness
    }

    /// How long a response is fresh after it was received, if it took `delay` to arrive; `None` if it
    /// has no expiry.
    ///
    /// `Expires` counts from `Date`, so that the clock of the server may be wrong. For the same
    /// reason the age is `Age` plus the delay (RFC 9111 §4.2.3, `corrected_age_value`),
    /// without the difference between the clocks.
    pub(crate) fn remaining(
        &self,
        cache: Cache,
        received: SystemTime,
        delay: Duration,
    ) -> Option<Duration> {
        let is_shared = cache == Cache::Shared;
        if self.stale || is_shared && self.private {
            return Some(Duration::ZERO);
        }
        let age = Duration::from_secs(self.age.unwrap_or(0)).saturating_add(delay);
        let shared = self.shared_max_age.filter(|_| is_shared);
        let lifetime = match shared.or(self.max_age) {
            Some(seconds) => Duration::from_secs(seconds),
            None => self.expires?.duration_since(self.date.unwrap_or(received)).unwrap_or_default(),
        };
        Some(lifetime.saturating_sub(age))
    }

    /// A short `Cache-Control` that is equivalent to all the headers; `None` if they say nothing about
    /// freshness, or only `Expires` does. For stores, which bound the length of headers.
    pub(crate) fn cache_control(&self) -> Option<String> {
        if self.stale {
            return Some("no-cache".to_owned());
        }
        let directives = [
            self.private.then(|| "private".to_owned()),
            self.max_age.map(|seconds| format!("max-age={seconds}")),
            self.shared_max_age.map(|seconds| format!("s-maxage={seconds}")),
        ];
        let directives: Vec<String> = directives.into_iter().flatten().collect();
        (!directives.is_empty()).then(|| directives.join(", "))
    }

    /// RFC 9111 §5.2.2.
    fn directive(&mut self, directive: &[u8]) {
        let equals = directive.iter().position(|&byte| byte == b'=');
        let (name, argument) = directive.split_at(equals.unwrap_or(directive.len()));
        let is = |wanted: &str| name.trim_ascii().eq_ignore_ascii_case(wanted.as_bytes());
        self.stale |= is("no-store") || is("no-cache");
        self.private |= is("private");
        let kept = if is("max-age") {
            &mut self.max_age
        } else if is("s-maxage") {
            &mut self.shared_max_age
        } else {
            return;
        };
        let argument = argument.strip_prefix(b"=").unwrap_or_default().trim_ascii();
        let unquoted = argument.strip_prefix(b"\"").and_then(|it| it.strip_suffix(b"\""));
        // An invalid or contradictory value makes it stale (§4.2.1).
        let value = seconds(unquoted.unwrap_or(argument)).unwrap_or(0);
        *kept = Some(kept.filter(|&before| before != value).map_or(value, |_| 0));
    }
}

/// Takes each member of a list, in which commas within quoted strings do not separate (RFC 9110
/// §5.6.4). An unclosed quote does not begin a string, nor do quotes after it.
fn members(value: &[u8], mut take: impl FnMut(&[u8])) {
    let (mut start, mut at, mut strings) = (0, 0, true);
    while let Some(byte) = value.get(at) {
        match byte {
            b',' => {
                take(value.get(start..at).unwrap_or_default().trim_ascii());
                start = at + 1;
            }
            b'"' if strings => match closing(value, at + 1) {
                Some(quote) => at = quote,
                None => strings = false,
            },
            _ => {}
        }
        at += 1;
    }
    take(value.get(start..).unwrap_or_default().trim_ascii());
}

/// The quote that closes the string that begins at `at`.
fn closing(value: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match value.get(at)? {
            b'"' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// A number of seconds, at most 2^31 (RFC 9111 §1.2.2).
fn seconds(text: &[u8]) -> Option<u64> {
    let digits = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    digits.then(|| {
        text.iter().fold(0, |count, digit| (count * 10 + u64::from(digit - b'0')).min(1 << 31))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";
    const HOUR_LATER: &str = "Sun, 06 Nov 1994 09:49:37 GMT";

    /// For how many seconds the response is fresh in a private cache.
    fn fresh(fields: &[(&str, &str)]) -> Option<u64> {
        fresh_in(Cache::Private, fields)
    }

    fn fresh_in(cache: Cache, fields: &[(&str, &str)]) -> Option<u64> {
        let received = Moment::from_http(DATE.as_bytes()).unwrap().time();
        let freshness = Freshness::of(fields.iter().copied());
        freshness.remaining(cache, received, Duration::ZERO).map(|left| left.as_secs())
    }

    #[test]
    fn freshness_follows_rfc_9111() {
        for (fields, expected) in [
            (&[][..], None),
            (&[("Date", DATE), ("Age", "5")], None),
            (&[("cache-control", "max-age=60")], Some(60)),
            (&[("Cache-Control", "public, MAX-AGE=\"60\"")], Some(60)),
            (&[("Cache-Control", "max-age = 60")], Some(60)),
            (&[("Cache-Control", ",, max-age=60 ,")], Some(60)),
            (&[("Cache-Control", "max-age=60"), ("Expires", HOUR_LATER)], Some(60)),
            (&[("Cache-Control", "max-age=99999999999999999999")], Some(1 << 31)),
            (&[("Cache-Control", "max-age=60, max-age=60")], Some(60)),
            (&[("Cache-Control", "max-age=60, max-age=10")], Some(0)),
            (&[("Cache-Control", "max-age=60, max-age=10, max-age=60")], Some(0)),
            (&[("Cache-Control", "max-age=60"), ("Cache-Control", "max-age=70")], Some(0)),
            (&[("Cache-Control", "max-age=soon")], Some(0)),
            (&[("Cache-Control", "max-age")], Some(0)),
            (&[("Cache-Control", "max-age=-1")], Some(0)),
            (&[("Cache-Control", "no-store")], Some(0)),
            (&[("Cache-Control", "max-age=60, no-cache")], Some(0)),
            (&[("Cache-Control", "max-age=60"), ("Cache-Control", "no-cache")], Some(0)),
            (&[("Cache-Control", "no-cache=\"Set-Cookie\", max-age=60")], Some(0)),
            (&[("Cache-Control", "must-revalidate, immutable")], None),
            (&[("Cache-Control", "x=\"max-age=60, no-cache\", ,")], None),
            (&[("Cache-Control", "x=\"a\\\", no-cache\", max-age=60")], Some(60)),
            (&[("Cache-Control", "x=\"unclosed, no-cache, max-age=60")], Some(0)),
            (&[("Pragma", "no-cache")], Some(0)),
            (&[("Pragma", "x, No-Cache"), ("Expires", HOUR_LATER)], Some(0)),
            (&[("Pragma", "no-cache"), ("Cache-Control", "max-age=9")], Some(9)),
        ] {
            assert_eq!(fresh(fields), expected, "{fields:?}");
        }
    }

    /// RFC 9111 §5.2.2.7, §5.2.2.10: directives for shared caches do not concern private ones.
    #[test]
    fn directives_for_shared_caches() {
        for (value, private, shared) in [
            ("private", None, Some(0)),
            ("private, max-age=60", Some(60), Some(0)),
            ("private=\"Set-Cookie\", max-age=60", Some(60), Some(0)),
            ("max-age=60, s-maxage=10", Some(60), Some(10)),
            ("max-age=10, s-maxage=60", Some(10), Some(60)),
            ("s-maxage=10", None, Some(10)),
            ("s-maxage=x, max-age=60", Some(60), Some(0)),
            ("s-maxage=10, s-maxage=20, max-age=60", Some(60), Some(0)),
            ("s-maxage=10, no-cache", Some(0), Some(0)),
            ("proxy-revalidate, max-age=60", Some(60), Some(60)),
        ] {
            let fields = [("Cache-Control", value)];
            assert_eq!(fresh_in(Cache::Private, &fields), private, "{value}");
            assert_eq!(fresh_in(Cache::Shared, &fields), shared, "{value}");
        }
        let expires = [("Expires", HOUR_LATER), ("Cache-Control", "s-maxage=60")];
        assert_eq!(fresh_in(Cache::Private, &expires), Some(3_600));
        assert_eq!(fresh_in(Cache::Shared, &expires), Some(60));
    }

    /// RFC 9111 §5.1: an unknown age makes the response stale.
    #[test]
    fn an_age_is_one_number() {
        for (ages, expected) in [
            (&["20"][..], 40),
            (&[" 20 "], 40),
            (&["100"], 0),
            (&["99999999999999999999"], 0),
            (&["20, 50"], 0),
            (&["20", "20"], 0),
            (&["-5"], 0),
            (&["1.5"], 0),
            (&["\"20\""], 0),
            (&["soon"], 0),
            (&[""], 0),
        ] {
            let ages = ages.iter().map(|age| ("Age", *age));
            let fields: Vec<_> = ages.chain([("Cache-Control", "max-age=60")]).collect();
            assert_eq!(fresh(&fields), Some(expected), "{fields:?}");
        }
    }

    /// RFC 9111 §4.2: dates ignoring case, and in GMT only.
    #[test]
    fn dates_are_read_ignoring_case() {
        for (expires, expected) in [
            (HOUR_LATER, 3_600),
            ("sun, 06 nov 1994 09:49:37 gmt", 3_600),
            ("SUN, 06 NOV 1994 09:49:37 GMT", 3_600),
            ("Sunday, 06-Nov-94 09:49:37 GMT", 3_600),
            ("sunday, 06-nov-94 09:49:37 Gmt", 3_600),
            ("Sun Nov  6 09:49:37 1994", 3_600),
            ("sun nov  6 09:49:37 1994", 3_600),
            (DATE, 0),
            ("0", 0),
            ("-1", 0),
            ("", 0),
            ("tomorrow", 0),
            ("Sun, 06 Nov 1994 19:49:37 PST", 0),
            ("Sun Nov  6 19:49:37 PST 1994", 0),
            ("Sun, 06 Nov 1994 19:49:37", 0),
            ("Sun, 06 Nov 1994 19:49 GMT", 0),
            ("Sun, 06 Nov 1994 19:49:37 -0100", 0),
            ("Sun, 06 Nov 1994 19:49:37 +0100", 0),
            ("06 Nov 2094", 0),
            ("2094-11-06T09:49:37Z", 0),
        ] {
            assert_eq!(fresh(&[("EXPIRES", expires), ("date", DATE)]), Some(expected), "{expires}");
        }
        assert_eq!(fresh(&[("Expires", HOUR_LATER), ("Date", HOUR_LATER)]), Some(0));
        assert_eq!(fresh(&[("Expires", HOUR_LATER), ("Date", "yesterday")]), Some(3_600));
        assert_eq!(fresh(&[("Expires", DATE), ("Expires", HOUR_LATER)]), Some(0));
        assert_eq!(fresh(&[("Expires", HOUR_LATER), ("Expires", HOUR_LATER)]), Some(3_600));
        // The clock of a server may be wrong.
        let slow = [("Cache-Control", "max-age=60"), ("Date", "Sun, 06 Nov 1994 01:00:00 GMT")];
        assert_eq!(fresh(&slow), Some(60));
    }

    #[test]
    fn every_directive_counts_and_has_a_short_form() {
        let padding = "x=y, ".repeat(100_000);
        for (directives, expected, short) in [
            ("max-age=60", Some(60), Some("max-age=60")),
            ("max-age=60, no-store", Some(0), Some("no-cache")),
            ("s-maxage=5, max-age=60", Some(60), Some("max-age=60, s-maxage=5")),
            ("private, max-age=5", Some(5), Some("private, max-age=5")),
            ("public", None, None),
        ] {
            let long = format!("{padding}{directives}");
            assert_eq!(fresh(&[("Cache-Control", &long)]), expected, "{directives}");
            let written = Freshness::of([("Cache-Control", &long)]).cache_control();
            assert_eq!(written.as_deref(), short, "{directives}");
        }
    }
}
