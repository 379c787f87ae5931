//! How long an answer says that it holds (RFC 9111 §4.2).

use std::time::Duration;

use http::HeaderMap;
use http::header::{AGE, DATE, EXPIRES, HeaderName, RETRY_AFTER};

use super::cache_control::{self, CacheControl};
use crate::time::Time;

/// How long an answer that took `delay` to come holds from now on, by its own fields; none where
/// they say nothing.
///
/// `Cache-Control` goes before `Expires` (RFC 9111 §5.3). `Expires` is taken relative to `Date`,
/// so that the server's clock may be wrong; the age is what `Age` says plus the time on the way
/// (§4.2.3), without the difference between the clocks for the same reason.
pub(super) fn lifetime(fields: &HeaderMap, delay: Duration, now: Time) -> Option<Duration> {
    let control = CacheControl::of(fields);
    if control.no_cache {
        return Some(Duration::ZERO);
    }
    let lifetime = control.max_age.or_else(|| expires(fields, now))?;
    Some(lifetime.saturating_sub(age(fields).saturating_add(delay)))
}

/// What `Expires` says; a date that is none lies in the past (RFC 9111 §5.3).
fn expires(fields: &HeaderMap, now: Time) -> Option<Duration> {
    let values = fields.get_all(EXPIRES).into_iter();
    let base = date(fields, &DATE).unwrap_or(now);
    values
        .map(|value| http_date(value.as_bytes()).map_or(Duration::ZERO, |time| time.since(base)))
        .min()
}

/// What `Age` says; the greatest where it is repeated, and nothing where it is no number.
fn age(fields: &HeaderMap) -> Duration {
    let values = fields.get_all(AGE).into_iter();
    values.filter_map(|value| cache_control::seconds(value.as_bytes())).max().unwrap_or_default()
}

/// After how long the server asks to be asked again (RFC 9110 §10.2.3).
pub(super) fn retry_after(fields: &HeaderMap, now: Time) -> Option<Duration> {
    let value = fields.get(RETRY_AFTER)?.as_bytes();
    cache_control::seconds(value).or_else(|| {
        let base = date(fields, &DATE).unwrap_or(now);
        http_date(value).map(|time| time.since(base))
    })
}

fn date(fields: &HeaderMap, name: &HeaderName) -> Option<Time> {
    http_date(fields.get(name)?.as_bytes())
}

/// A date in any of the three forms of RFC 9110 §5.6.7.
fn http_date(value: &[u8]) -> Option<Time> {
    let text = std::str::from_utf8(value).ok()?;
    httpdate::parse_http_date(text.trim()).ok().map(Time::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    const NOW: Time = Time::from_secs(784_111_777); // Sun, 06 Nov 1994 08:49:37 GMT

    fn fields(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair =
            |&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value));
        pairs.iter().map(pair).collect()
    }

    fn of(pairs: &[(&'static str, &'static str)]) -> Option<u64> {
        lifetime(&fields(pairs), Duration::ZERO, NOW).map(|it| it.as_secs())
    }

    #[test]
    fn fields_say_how_long_an_answer_holds() {
        const NOON: &str = "Sun, 06 Nov 1994 12:00:00 GMT";
        const ELEVEN: &str = "Sun, 06 Nov 1994 11:00:00 GMT";
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[("cache-control", "max-age=60")]), Some(60));
        assert_eq!(of(&[("cache-control", "max-age=60"), ("age", "20")]), Some(40));
        assert_eq!(of(&[("cache-control", "max-age=60"), ("age", "90")]), Some(0));
        assert_eq!(of(&[("cache-control", "max-age=60"), ("age", "x")]), Some(60));
        assert_eq!(of(&[("cache-control", "no-cache, max-age=60")]), Some(0));
        assert_eq!(of(&[("cache-control", "no-store")]), Some(0));
        assert_eq!(of(&[("pragma", "no-cache")]), Some(0));
        assert_eq!(of(&[("cache-control", "must-revalidate")]), None);
        assert_eq!(of(&[("expires", NOON), ("date", ELEVEN)]), Some(3_600));
        assert_eq!(of(&[("expires", ELEVEN), ("date", NOON)]), Some(0));
        assert_eq!(of(&[("expires", NOON)]), Some(11_423));
        assert_eq!(of(&[("expires", NOON), ("date", "yesterday")]), Some(11_423));
        assert_eq!(of(&[("expires", NOON), ("date", ELEVEN), ("age", "600")]), Some(3_000));
        assert_eq!(
            of(&[("expires", "Sunday, 06-Nov-94 12:00:00 GMT"), ("date", ELEVEN)]),
            Some(3_600)
        );
        assert_eq!(of(&[("expires", "Sun Nov  6 12:00:00 1994"), ("date", ELEVEN)]), Some(3_600));
        assert_eq!(of(&[("expires", "0")]), Some(0));
        assert_eq!(of(&[("expires", "-1")]), Some(0));
        assert_eq!(of(&[("expires", NOON), ("cache-control", "max-age=5")]), Some(5));
    }

    #[test]
    fn the_time_on_the_way_counts() {
        let minute = fields(&[("cache-control", "max-age=60")]);
        let left = lifetime(&minute, Duration::from_secs(7), NOW);
        assert_eq!(left, Some(Duration::from_secs(53)));
    }

    #[test]
    fn a_server_can_ask_to_be_left_alone() {
        let of =
            |value| retry_after(&fields(&[("retry-after", value)]), NOW).map(|it| it.as_secs());
        assert_eq!(of("120"), Some(120));
        assert_eq!(of("Sun, 06 Nov 1994 09:49:37 GMT"), Some(3_600));
        assert_eq!(of("Sun, 06 Nov 1994 07:49:37 GMT"), Some(0));
        assert_eq!(of("soon"), None);
    }
}
