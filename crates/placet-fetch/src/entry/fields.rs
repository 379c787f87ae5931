//! The response headers that are stored.

use http::header::{
    AGE, CACHE_CONTROL, CONTENT_TYPE, DATE, ETAG, EXPIRES, HeaderName, IF_MODIFIED_SINCE,
    IF_NONE_MATCH, LAST_MODIFIED, PRAGMA, VARY,
};
use http::{HeaderMap, HeaderValue};

use super::Snapshot;
use crate::freshness::Freshness;
use crate::settings::{FIELD_MAX, FIELDS_OF_A_NAME};

/// The stored headers: freshness, validators, and the media type.
const KEPT: [HeaderName; 9] =
    [AGE, CACHE_CONTROL, CONTENT_TYPE, DATE, ETAG, EXPIRES, LAST_MODIFIED, PRAGMA, VARY];

/// The headers to store. A server can send any number of any length, so both are bounded.
///
/// If headers about freshness exceed the bounds, their combined meaning is stored in a short
/// `Cache-Control`: `no-store` counts wherever it is.
pub(crate) fn kept(fields: &HeaderMap) -> HeaderMap {
    let mut kept = HeaderMap::new();
    let mut short = None;
    for name in KEPT {
        let values = fields.get_all(&name);
        let short_ones = values.iter().filter(|value| value.len() <= FIELD_MAX);
        for value in short_ones.take(FIELDS_OF_A_NAME) {
            kept.append(name.clone(), value.clone());
        }
        if kept.get_all(&name).iter().count() != values.iter().count() {
            if name == CACHE_CONTROL {
                short = short.or_else(|| Freshness::of(fields).cache_control());
            } else if [AGE, EXPIRES, PRAGMA].contains(&name) {
                // A header of that length is not meant seriously.
                short = Some("no-cache".to_owned());
            }
        }
    }
    if let Some(short) = short.and_then(|short| HeaderValue::try_from(short).ok()) {
        kept.insert(CACHE_CONTROL, short);
    }
    kept
}

/// The headers after a 304: its own replace the stored ones (RFC 9111 §3.2), except those that
/// describe the body. A stored date or age that it does not repeat is dropped.
pub(crate) fn renewed(before: &HeaderMap, now: &HeaderMap) -> HeaderMap {
    let mut new = kept(now);
    new.remove(CONTENT_TYPE);
    let mut fields = before.clone();
    for name in [AGE, DATE] {
        fields.remove(name);
    }
    for name in new.keys() {
        fields.remove(name);
    }
    for (name, value) in &new {
        fields.append(name.clone(), value.clone());
    }
    fields
}

/// The headers that request the file only if it has changed (RFC 9111 §4.3.1).
pub(crate) fn validators(copy: &Snapshot) -> HeaderMap {
    let mut asked = HeaderMap::new();
    for (validator, condition) in [(ETAG, IF_NONE_MATCH), (LAST_MODIFIED, IF_MODIFIED_SINCE)] {
        if let Some(value) = copy.fields().get(validator).filter(|value| !value.is_empty()) {
            asked.insert(condition, value.clone());
        }
    }
    asked
}

/// Whether a 304 is about the stored copy: its entity tag, if it has one, is that of the copy (RFC
/// 9111 §4.3.4).
pub(crate) fn confirms(fields: &HeaderMap, copy: &Snapshot) -> bool {
    match (fields.get(ETAG), copy.fields().get(ETAG)) {
        (Some(new), Some(old)) => opaque(new) == opaque(old),
        _ => true,
    }
}

/// An entity tag without the weak prefix (RFC 9110 §8.8.3.2).
fn opaque(tag: &HeaderValue) -> &[u8] {
    let tag = tag.as_bytes();
    tag.strip_prefix(b"W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pair = |&(name, value): &(&'static str, &str)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn little_is_kept_and_little_of_it() {
        let long = "x".repeat(FIELD_MAX + 1);
        let sent = fields(&[("etag", &long), ("set-cookie", "a=b"), ("age", "1")]);
        assert_eq!(kept(&sent), fields(&[("age", "1")]));
        let mut many = HeaderMap::new();
        for _ in 0..1_000 {
            many.append(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        }
        assert_eq!(kept(&many), fields(&[("cache-control", "no-cache")]));
    }

    #[test]
    fn freshness_is_stored_however_long_the_headers_are() {
        let padding = "x=y, ".repeat(FIELD_MAX / 5);
        for (sent, expected) in [
            (format!("{padding}no-store"), Some("no-cache")),
            (format!("max-age=60, {padding}s-maxage=5"), Some("max-age=60, s-maxage=5")),
            (format!("{padding}public"), None),
        ] {
            assert!(sent.len() > FIELD_MAX);
            let kept = kept(&fields(&[("cache-control", &sent)]));
            let new = kept.get(CACHE_CONTROL).map(|value| value.to_str().unwrap());
            assert_eq!(new, expected);
        }
        let mut many = fields(&[("age", "1")]);
        for at in 0..=FIELDS_OF_A_NAME {
            let value = if at < FIELDS_OF_A_NAME { "max-age=60" } else { "no-store" };
            many.append(CACHE_CONTROL, HeaderValue::from_static(value));
        }
        assert_eq!(kept(&many), fields(&[("age", "1"), ("cache-control", "no-cache")]));
        let long_age = "1".repeat(FIELD_MAX + 1);
        let sent = fields(&[("age", &long_age), ("cache-control", "max-age=60")]);
        assert_eq!(kept(&sent), fields(&[("cache-control", "no-cache")]));
    }

    #[test]
    fn a_confirmation_renews_what_it_says() {
        let before = fields(&[
            ("age", "5"),
            ("cache-control", "max-age=1"),
            ("content-type", "text/plain"),
            ("etag", "\"a\""),
        ]);
        let now = fields(&[("cache-control", "max-age=9"), ("content-type", "text/html")]);
        let renewed = renewed(&before, &now);
        let after =
            [("cache-control", "max-age=9"), ("content-type", "text/plain"), ("etag", "\"a\"")];
        assert_eq!(renewed, fields(&after));
    }
}
