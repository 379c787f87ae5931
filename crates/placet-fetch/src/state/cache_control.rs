//! The `Cache-Control` field (RFC 9111 §5.2).

use std::time::Duration;

use http::HeaderMap;
use http::header::{CACHE_CONTROL, PRAGMA};

/// What `Cache-Control` says that bears on a file everyone may read.
///
/// Where a directive is repeated or contradicts another, the stricter counts, and a number that is
/// none counts as 0 (RFC 9111 §4.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct CacheControl {
    /// The smaller of `max-age` and `s-maxage`.
    ///
    /// The second is for caches that serve many users; whether a fleet's is one of those cannot be
    /// told, so both bind.
    pub(super) max_age: Option<Duration>,
    /// `no-cache`, `no-store`, or `Pragma: no-cache` where there is no `Cache-Control`: it must be
    /// asked for again before it is used again.
    ///
    /// What is said with field names in quotes (`no-cache="Set-Cookie"`) concerns those fields
    /// only (RFC 9111 §5.2.2.4), but is rare and read as if it concerned all, on the safe side.
    pub(super) no_cache: bool,
}

impl CacheControl {
    pub(super) fn of(fields: &HeaderMap) -> Self {
        let mut this = Self::default();
        let mut present = false;
        for value in fields.get_all(CACHE_CONTROL) {
            present = true;
            for directive in directives(value.as_bytes()) {
                this.take(directive);
            }
        }
        // RFC 9111 §5.4: Pragma counts only without Cache-Control.
        if !present {
            let pragma = fields.get_all(PRAGMA).into_iter();
            let mut pragma = pragma.flat_map(|value| directives(value.as_bytes()));
            this.no_cache = pragma.any(|directive| directive.eq_ignore_ascii_case(b"no-cache"));
        }
        this
    }

    fn take(&mut self, directive: &[u8]) {
        let mut parts = directive.splitn(2, |&octet| octet == b'=');
        let name = parts.next().unwrap_or_default().trim_ascii();
        let value = parts.next().map(<[u8]>::trim_ascii);
        if name.eq_ignore_ascii_case(b"no-cache") || name.eq_ignore_ascii_case(b"no-store") {
            self.no_cache = true;
        } else if name.eq_ignore_ascii_case(b"max-age") || name.eq_ignore_ascii_case(b"s-maxage") {
            let age = value.and_then(seconds).unwrap_or_default();
            self.max_age = Some(self.max_age.map_or(age, |before| before.min(age)));
        }
    }
}

/// The parts between commas that are not in quotes.
fn directives(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (mut quoted, mut escaped) = (false, false);
    value
        .split(move |&octet| {
            let ends = octet == b',' && !quoted;
            match octet {
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' => quoted = !quoted,
                _ => {}
            }
            ends
        })
        .map(<[u8]>::trim_ascii)
}

/// A number of seconds (RFC 9111 §1.2.2), in quotes or not; what is greater than can be counted is
/// as great as can be.
pub(super) fn seconds(value: &[u8]) -> Option<Duration> {
    let digits = value.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
    let digits = digits.unwrap_or(value);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let seconds = digits
        .iter()
        .fold(0_u64, |sum, digit| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
    Some(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fields: &[(http::HeaderName, &'static str)]) -> (Option<u64>, bool) {
        let mut map = HeaderMap::new();
        for (name, value) in fields {
            map.append(name, http::HeaderValue::from_static(value));
        }
        let read = CacheControl::of(&map);
        (read.max_age.map(|age| age.as_secs()), read.no_cache)
    }

    #[test]
    fn every_form_is_read_on_the_safe_side() {
        for (value, expected) in [
            ("max-age=60", (Some(60), false)),
            ("Max-Age=60", (Some(60), false)),
            ("max-age=\"60\"", (Some(60), false)),
            ("max-age = 60", (Some(60), false)),
            ("public, max-age=60", (Some(60), false)),
            (",, max-age=60 ,", (Some(60), false)),
            ("max-age=60, max-age=10", (Some(10), false)),
            ("max-age=10, max-age=60", (Some(10), false)),
            ("max-age=60, s-maxage=10", (Some(10), false)),
            ("s-maxage=10", (Some(10), false)),
            ("max-age=", (Some(0), false)),
            ("max-age", (Some(0), false)),
            ("max-age=-1", (Some(0), false)),
            ("max-age=1.5", (Some(0), false)),
            ("max-age=1h", (Some(0), false)),
            ("max-age=99999999999999999999999", (Some(u64::MAX), false)),
            ("no-cache", (None, true)),
            ("No-Cache, max-age=60", (Some(60), true)),
            ("no-store", (None, true)),
            ("no-cache=\"Set-Cookie\"", (None, true)),
            ("private", (None, false)),
            ("public", (None, false)),
            ("must-revalidate", (None, false)),
            ("proxy-revalidate", (None, false)),
            ("must-understand", (None, false)),
            ("no-transform", (None, false)),
            ("immutable", (None, false)),
            ("stale-while-revalidate=60, stale-if-error=60", (None, false)),
            ("x=\"max-age=5, no-cache\", max-age=60", (Some(60), false)),
            ("x=\"a\\\", no-cache\", max-age=60", (Some(60), false)),
            ("x=\"unclosed, no-cache, max-age=60", (None, false)),
            ("", (None, false)),
        ] {
            assert_eq!(of(&[(CACHE_CONTROL, value)]), expected, "{value}");
        }
    }

    #[test]
    fn fields_of_one_name_add_up_and_pragma_counts_alone() {
        let twice = [(CACHE_CONTROL, "max-age=60"), (CACHE_CONTROL, "no-cache")];
        assert_eq!(of(&twice), (Some(60), true));
        assert_eq!(of(&[(PRAGMA, "no-cache")]), (None, true));
        assert_eq!(of(&[(PRAGMA, "no-cache"), (CACHE_CONTROL, "max-age=9")]), (Some(9), false));
    }
}
