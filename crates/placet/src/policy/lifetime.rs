//! For how long the rules of a response hold (Robots-Tag draft §3.1.4, T-13).

use std::time::{Duration, SystemTime};

use crate::condition::Moment;
use crate::limits;
use crate::syntax::quoted;
use crate::syntax::rule::date;

/// For how long what a response says about its page can be relied upon.
///
/// Rules go on being honoured until the page is crawled again, however old they are (§3.1.4); what
/// runs out is only the assurance that the page still says the same. Past it a crawler asks again.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use placet::Lifetime;
///
/// let received = SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000);
/// let hour = Lifetime::of([("Cache-Control", "public, max-age=3600")], received);
/// assert_eq!(hour, Lifetime::Fresh { until: received + Duration::from_secs(3_600) });
/// assert!(hour.is_fresh(received) && !hour.is_fresh(received + Duration::from_secs(3_600)));
/// assert_eq!(Lifetime::of([("Server", "x")], received), Lifetime::UntilRecrawled);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lifetime {
    /// The response says nothing about it: the rules hold until the page is crawled again, which
    /// the crawler schedules as it does for any page.
    UntilRecrawled,
    /// The response is fresh until that time, and stale from then on (RFC 9111 §4.2). A response
    /// that is stale from the beginning has the time at which it was received.
    Fresh {
        /// The first moment at which it is stale.
        until: SystemTime,
    },
}

impl Lifetime {
    /// The lifetime of a response with these fields, of any, received at that time.
    ///
    /// Names compare ignoring case; the order of different fields does not matter. A crawler keeps
    /// pages for more than one user, so it is a shared cache (RFC 9111 §1): `s-maxage` comes before
    /// `max-age`, `max-age` before `Expires`. `no-store`, `no-cache` and `private` leave nothing
    /// fresh, and so does what is invalid or said twice in different ways (§4.2.1). There is no
    /// heuristic freshness (§4.2.2).
    pub fn of<N, V>(fields: impl IntoIterator<Item = (N, V)>, received: SystemTime) -> Self
    where
        N: AsRef<str>,
        V: AsRef<[u8]>,
    {
        let mut said = Said::default();
        for (name, value) in fields {
            said.field(name.as_ref(), value.as_ref());
        }
        let stale = Some(Duration::ZERO);
        let date = said.date.unwrap_or(received);
        let lifetime = if said.stale {
            stale
        } else if let Some(seconds) = said.shared_max_age.or(said.max_age) {
            Some(Duration::from_secs(seconds))
        } else {
            said.expires.map(|expires| expires.duration_since(date).unwrap_or_default())
        };
        let Some(lifetime) = lifetime else { return Self::UntilRecrawled };
        // RFC 9111 §4.2.3, without the time that the request took.
        let apparent = received.duration_since(date).unwrap_or_default();
        let age = apparent.max(Duration::from_secs(said.age.unwrap_or(0)));
        let until = received.checked_add(lifetime.saturating_sub(age)).unwrap_or(received);
        Self::Fresh { until }
    }

    /// Whether it is fresh at a time; where the response says nothing, it is not known to be.
    pub fn is_fresh(self, now: SystemTime) -> bool {
        matches!(self, Self::Fresh { until } if now < until)
    }
}

/// What the fields of a response say about its age.
#[derive(Debug, Default)]
struct Said {
    /// It is not to be used again, or what it says is no use.
    stale: bool,
    shared_max_age: Option<u64>,
    max_age: Option<u64>,
    expires: Option<SystemTime>,
    date: Option<SystemTime>,
    age: Option<u64>,
}

impl Said {
    fn field(&mut self, name: &str, value: &[u8]) {
        let is = |wanted: &str| name.eq_ignore_ascii_case(wanted);
        if is("Cache-Control") {
            self.stale |= value.len() > limits::FIELD_VALUE;
            let value = value.get(..limits::FIELD_VALUE).unwrap_or(value);
            self.cache_control(value);
        } else if is("Expires") {
            // What is no date is in the past (RFC 9111 §5.3).
            let expires = date::http(value).map_or(SystemTime::UNIX_EPOCH, Moment::time);
            self.stale |= self.expires.is_some_and(|before| before != expires);
            self.expires = Some(expires);
        } else if is("Date") {
            self.date = self.date.or_else(|| date::http(value).map(Moment::time));
        } else if is("Age") {
            // The first counts, and one that is no number does not (RFC 9111 §5.1).
            let first = value.split(|&octet| octet == b',').next().unwrap_or_default();
            self.age = self.age.or_else(|| seconds(first.trim_ascii()));
        }
    }

    /// RFC 9111 §5.2.2.
    fn cache_control(&mut self, value: &[u8]) {
        let mask = quoted::mask(value);
        let mut at = 0;
        while at < value.len() {
            let end = quoted::find(&mask, at, b",").unwrap_or(value.len());
            self.directive(value.get(at..end).unwrap_or_default());
            at = end + 1;
        }
    }

    fn directive(&mut self, directive: &[u8]) {
        let equals = directive.iter().position(|&octet| octet == b'=');
        let (name, argument) = directive.split_at(equals.unwrap_or(directive.len()));
        let is = |wanted: &str| name.trim_ascii().eq_ignore_ascii_case(wanted.as_bytes());
        if is("no-store") || is("no-cache") || is("private") {
            self.stale = true;
        }
        let kept = if is("max-age") {
            &mut self.max_age
        } else if is("s-maxage") {
            &mut self.shared_max_age
        } else {
            return;
        };
        let argument = argument.strip_prefix(b"=").unwrap_or_default().trim_ascii();
        let unquoted = argument.strip_prefix(b"\"").and_then(|it| it.strip_suffix(b"\""));
        let said = seconds(unquoted.unwrap_or(argument));
        self.stale |= said.is_none() || kept.is_some() && *kept != said;
        *kept = said;
    }
}

/// A number of seconds; more than 2^31 count as that (RFC 9111 §1.2.2).
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

    fn received() -> SystemTime {
        date::http(DATE.as_bytes()).unwrap().time()
    }

    /// For how many seconds the response is fresh.
    fn fresh(fields: &[(&str, &str)]) -> Option<u64> {
        match Lifetime::of(fields.iter().copied(), received()) {
            Lifetime::UntilRecrawled => None,
            Lifetime::Fresh { until } => Some(until.duration_since(received()).unwrap().as_secs()),
        }
    }

    #[test]
    fn freshness_follows_rfc_9111() {
        for (fields, expected) in [
            (&[][..], None),
            (&[("Date", DATE), ("Age", "5")], None),
            (&[("cache-control", "max-age=60")], Some(60)),
            (&[("Cache-Control", "public, MAX-AGE=\"60\"")], Some(60)),
            (&[("Cache-Control", "max-age=60, s-maxage=10")], Some(10)),
            (&[("Cache-Control", "max-age=60"), ("Expires", HOUR_LATER)], Some(60)),
            (&[("Cache-Control", "max-age=60"), ("Age", "20")], Some(40)),
            (&[("Cache-Control", "max-age=60"), ("Age", "20, 50")], Some(40)),
            (&[("Cache-Control", "max-age=60"), ("Age", "100")], Some(0)),
            (&[("Cache-Control", "max-age=60"), ("Age", "-5")], Some(60)),
            (
                &[("Cache-Control", "max-age=60"), ("Date", "Sun, 06 Nov 1994 08:49:27 GMT")],
                Some(50),
            ),
            (&[("Cache-Control", "max-age=99999999999999999999")], Some(1 << 31)),
            (&[("Expires", HOUR_LATER)], Some(3_600)),
            (&[("EXPIRES", HOUR_LATER), ("Date", HOUR_LATER)], Some(0)),
            (&[("Expires", "0")], Some(0)),
            (&[("Expires", DATE), ("Expires", HOUR_LATER)], Some(0)),
            (&[("Expires", HOUR_LATER), ("Expires", HOUR_LATER)], Some(3_600)),
            (&[("Cache-Control", "no-store")], Some(0)),
            (&[("Cache-Control", "max-age=60, no-cache")], Some(0)),
            (&[("Cache-Control", "private, max-age=60")], Some(0)),
            (&[("Cache-Control", "max-age=60"), ("Cache-Control", "max-age=70")], Some(0)),
            (&[("Cache-Control", "max-age=60, max-age=60")], Some(60)),
            (&[("Cache-Control", "max-age=soon")], Some(0)),
            (&[("Cache-Control", "max-age")], Some(0)),
            (&[("Cache-Control", "x=\"max-age=60\", ,")], None),
        ] {
            assert_eq!(fresh(fields), expected, "{fields:?}");
        }
        let long = format!("max-age=60, {}", "x".repeat(limits::FIELD_VALUE));
        assert_eq!(fresh(&[("Cache-Control", &long)]), Some(0));
    }

    #[test]
    fn ages_of_all_sizes_are_counted() {
        let far = SystemTime::UNIX_EPOCH;
        let lifetime = Lifetime::of([("Expires", "Fri, 31 Dec 9999 23:59:59 GMT")], far);
        assert!(lifetime.is_fresh(received()));
        assert!(!Lifetime::UntilRecrawled.is_fresh(received()));
    }
}
