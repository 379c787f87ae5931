//! The target of a redirect (RFC 9110 §10.2.2).

use http::HeaderMap;
use http::header::LOCATION;
use url::Url;

use crate::origin::{bare, is_web};
use crate::settings::URL_MAX;

/// The target of a redirect; `None` if there is no usable one, or it is not allowed (F-32, F-37).
///
/// A status like 300 or 305 counts too if it names a target: RFC 9309 §2.3.1.2 covers any 3xx.
pub(crate) fn target(from: &Url, fields: &HeaderMap, follow_downgrade: bool) -> Option<Url> {
    let mut locations = fields.get_all(LOCATION).into_iter();
    let location = locations.next()?;
    // Two different targets are ambiguous.
    if locations.any(|other| other != location) || location.len() > URL_MAX {
        return None;
    }
    // Bytes outside ASCII are sent raw by many servers, in UTF-8.
    let location = std::str::from_utf8(location.as_bytes()).ok()?.trim();
    if location.is_empty() {
        return None;
    }
    let target = bare(from.join(location).ok().filter(is_web)?);
    let downgrade = from.scheme() == "https" && target.scheme() == "http";
    let usable = target.as_str().len() <= URL_MAX && (follow_downgrade || !downgrade);
    usable.then_some(target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn to(location: &[u8]) -> Option<String> {
        let from = Url::parse("https://example.com/robots.txt").unwrap();
        let fields = [(LOCATION, HeaderValue::from_bytes(location).unwrap())].into_iter().collect();
        target(&from, &fields, true).map(String::from)
    }

    #[test]
    fn only_the_web_is_followed() {
        for (location, expected) in [
            (&b"/r.txt"[..], Some("https://example.com/r.txt")),
            (b"r.txt?x#y", Some("https://example.com/r.txt?x")),
            (b"//other.example/r", Some("https://other.example/r")),
            (b"http://other.example:81/r", Some("http://other.example:81/r")),
            (b"https://u:p@other.example/", Some("https://other.example/")),
            (b" https://other.example/ ", Some("https://other.example/")),
            ("/é".as_bytes(), Some("https://example.com/%C3%A9")),
            (b"/\xe9", None),
            (b"", None),
            (b"ftp://other.example/", None),
            (b"file:///etc/passwd", None),
            (b"gopher://other.example/", None),
            (b"javascript:alert(1)", None),
            (b"data:text/plain,x", None),
            (b"http://", None),
            (b"http://[::1", None),
            (b"https://exa mple.com/", None),
        ] {
            let shown = String::from_utf8_lossy(location);
            assert_eq!(to(location).as_deref(), expected, "{shown}");
        }
        assert_eq!(to(format!("/{}", "x".repeat(URL_MAX)).as_bytes()), None);
    }

    #[test]
    fn a_downgrade_can_be_refused_and_two_targets_are_none() {
        let from = Url::parse("https://example.com/robots.txt").unwrap();
        let mut fields = HeaderMap::new();
        fields.append(LOCATION, HeaderValue::from_static("http://example.com/robots.txt"));
        assert!(target(&from, &fields, true).is_some());
        assert!(target(&from, &fields, false).is_none());
        fields.append(LOCATION, HeaderValue::from_static("http://example.com/robots.txt"));
        assert!(target(&from, &fields, true).is_some());
        fields.append(LOCATION, HeaderValue::from_static("/other"));
        assert!(target(&from, &fields, true).is_none());
        assert!(target(&from, &HeaderMap::new(), true).is_none());
    }
}
