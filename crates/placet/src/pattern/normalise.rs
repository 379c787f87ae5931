//! One form for patterns and for paths, so that equal things are equal octets (F-22).
//!
//! In the normal form of the RFC
//! - octets outside ASCII, control characters, space and ``" < > \ ^ ` { | }`` are triplets;
//! - triplets of unreserved characters are decoded;
//! - all other triplets are kept, with upper-case digits;
//! - a literal `*` or `$` is a triplet, so that a bare `*` in a pattern is always a wildcard and a
//!   bare `$` always the anchor;
//! - behind the first `?` the delimiters `: / ? @ [ ]` are bare.
//!
//! The length by which rules are compared (F-23) is that of the pattern before the last four of
//! these equalities: what was one character counts one octet, what was a kept triplet three.
//!
//! Google's normal form of a pattern only encodes what is not ASCII and raises the digits of
//! triplets; a path stands as it is.

use memchr::{memchr, memchr2};

use crate::scan;

/// A pattern whose normal form differs from how it is written.
#[derive(Debug, Default)]
pub(crate) struct NormalPattern {
    /// The normal form, with bare `*` and a final bare `$` as wildcards.
    pub(crate) octets: Vec<u8>,
    /// Its form for places behind the first `?` of a URL, where that differs: a triplet of a
    /// delimiter behind a `*` may come to stand on either side (F-22).
    pub(crate) in_query: Option<Vec<u8>>,
    /// How many octets count when rules are compared (F-23).
    pub(crate) len: usize,
}

/// What an octet needs before it may stand in a normal form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Nothing.
    Plain,
    /// It depends: `%`, `$`, `*`, `?`.
    Special,
    /// To be percent-encoded.
    Encode,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Plain; 256];
    let mut octet = 0;
    while octet < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "the loop stays below 256")]
        #[expect(clippy::indexing_slicing, reason = "the loop stays below 256")]
        {
            classes[octet] = match octet as u8 {
                b'%' | b'$' | b'*' | b'?' => Class::Special,
                0..=b' '
                | b'"'
                | b'<'
                | b'>'
                | b'\\'
                | b'^'
                | b'`'
                | b'{'
                | b'|'
                | b'}'
                | 0x7F..=0xFF => Class::Encode,
                _ => Class::Plain,
            };
        }
        octet += 1;
    }
    classes
};

fn class(octet: u8) -> Class {
    CLASSES.get(usize::from(octet)).copied().unwrap_or(Class::Plain)
}

/// Whether an octet other than `%` may stand in a path in normal form.
pub(super) fn is_bare(octet: u8) -> bool {
    (class(octet) == Class::Plain && octet != b'#') || octet == b'?'
}

/// RFC 3986 §2.3.
pub(super) fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.' | b'_' | b'~')
}

/// The delimiters that are equal to their triplets in a query (F-22).
pub(super) fn is_query_delimiter(octet: u8) -> bool {
    matches!(octet, b':' | b'/' | b'?' | b'@' | b'[' | b']')
}

/// The octet that a triplet at the start of `text` stands for.
fn triplet(text: &[u8]) -> Option<u8> {
    let &[b'%', high, low, ..] = text else { return None };
    pair(high, low)
}

/// The octet that two hexadecimal digits stand for.
pub(super) fn pair(high: u8, low: u8) -> Option<u8> {
    let digit = |octet: u8| match octet {
        b'0'..=b'9' => Some(octet - b'0'),
        b'A'..=b'F' => Some(octet - b'A' + 10),
        b'a'..=b'f' => Some(octet - b'a' + 10),
        _ => None,
    };
    Some(digit(high)? << 4 | digit(low)?)
}

fn push_triplet(out: &mut impl Extend<u8>, octet: u8) {
    let digit = |value: u8| if value < 10 { b'0' + value } else { b'A' + value - 10 };
    out.extend([b'%', digit(octet >> 4), digit(octet & 15)]);
}

/// The RFC's normal form of a pattern, or `None` where it is written in that form already.
pub(crate) fn pattern(written: &[u8]) -> Option<NormalPattern> {
    let body = written.strip_suffix(b"$").unwrap_or(written);
    if is_normal(body) {
        return None;
    }
    let (plain, _) = plain_start(body);
    // Enough for most; a triplet has two octets more.
    let mut octets = Vec::with_capacity(written.len() + 32);
    octets.extend_from_slice(plain);
    let mut normal = NormalPattern { octets, in_query: None, len: plain.len() };
    let mut behind_star = memchr(b'*', plain).is_some();
    let mut behind_mark = memchr(b'?', plain).is_some();
    let mut at = plain.len();
    while let Some(&octet) = body.get(at) {
        let decoded = body.get(at..).and_then(triplet);
        at += if decoded.is_some() { 3 } else { 1 };
        let start = normal.octets.len();
        let mut bare = None;
        normal.len += 1;
        match decoded {
            Some(plain) if is_unreserved(plain) => normal.octets.push(plain),
            Some(delimiter) if is_query_delimiter(delimiter) && behind_mark => {
                normal.octets.push(delimiter);
                normal.len += 2;
            }
            Some(kept) => {
                push_triplet(&mut normal.octets, kept);
                normal.len += 2;
                bare = (is_query_delimiter(kept) && behind_star).then_some(kept);
            }
            None if octet == b'$' => push_triplet(&mut normal.octets, octet),
            None if class(octet) == Class::Encode => {
                push_triplet(&mut normal.octets, octet);
                // An octet outside ASCII is a triplet in the RFC's own form already (§2.2.2).
                normal.len += if octet.is_ascii() { 0 } else { 2 };
            }
            None => {
                behind_star |= octet == b'*';
                behind_mark |= octet == b'?';
                normal.octets.push(octet);
            }
        }
        let NormalPattern { octets, in_query, .. } = &mut normal;
        let (before, pushed) = octets.split_at_checked(start).unwrap_or_default();
        match (bare, in_query) {
            (Some(delimiter), in_query) => {
                in_query.get_or_insert_with(|| before.to_vec()).push(delimiter);
            }
            (None, Some(in_query)) => in_query.extend_from_slice(pushed),
            (None, None) => {}
        }
    }
    if written.len() > body.len() {
        normal.octets.push(b'$');
        normal.in_query.iter_mut().for_each(|in_query| in_query.push(b'$'));
        normal.len += 1;
    }
    Some(normal)
}

/// Whether a pattern without its anchor is written in the RFC's normal form, and in only one.
fn is_normal(body: &[u8]) -> bool {
    let mut rest = body;
    while let (before, [octet, behind @ ..]) = plain_start(rest) {
        let wild = || {
            let passed = body.len() - rest.len() + before.len();
            memchr2(b'*', b'?', body.get(..passed).unwrap_or_default()).is_some()
        };
        match octet {
            b'!' | b'~' => {}
            b'%' if keeps(behind, wild) => {}
            _ => return false,
        }
        rest = behind;
    }
    true
}

/// A pattern up to the first octet that needs a closer look, and the rest of it.
fn plain_start(body: &[u8]) -> (&[u8], &[u8]) {
    body.split_at_checked(scan::other(body)).unwrap_or((body, &[]))
}

/// The form in which the scopes of patterns are compared: the RFC's, but with every triplet of a
/// reserved character kept, in the query too.
pub(crate) fn scope(written: &[u8]) -> Vec<u8> {
    let body = written.strip_suffix(b"$").unwrap_or(written);
    let mut normal = Vec::with_capacity(written.len());
    let mut at = 0;
    while let Some(&octet) = body.get(at) {
        let decoded = body.get(at..).and_then(triplet);
        at += if decoded.is_some() { 3 } else { 1 };
        match decoded {
            Some(plain) if is_unreserved(plain) => normal.push(plain),
            Some(kept) => push_triplet(&mut normal, kept),
            None if octet == b'$' || class(octet) == Class::Encode => {
                push_triplet(&mut normal, octet);
            }
            None => normal.push(octet),
        }
    }
    normal.extend_from_slice(written.get(body.len()..).unwrap_or_default());
    normal
}

/// Google's normal form of a pattern, or `None` where it is written in that form already.
pub(crate) fn google_pattern(written: &[u8]) -> Option<NormalPattern> {
    if written.iter().all(|&octet| octet.is_ascii() && octet != b'%') {
        return None;
    }
    let mut octets = Vec::with_capacity(written.len());
    let mut at = 0;
    while let Some(&octet) = written.get(at) {
        let decoded = written.get(at..).and_then(triplet);
        at += if decoded.is_some() { 3 } else { 1 };
        match decoded {
            Some(kept) => push_triplet(&mut octets, kept),
            None if octet.is_ascii() => octets.push(octet),
            None => push_triplet(&mut octets, octet),
        }
    }
    let len = octets.len();
    (octets != written).then_some(NormalPattern { octets, in_query: None, len })
}

/// The RFC's normal form of a path with its query, or `None` where it has that form already.
pub(crate) fn path(written: &[u8]) -> Option<Vec<u8>> {
    if scan::is_plain_path(written) || is_normal_path(written) {
        return None;
    }
    let mut normal = Vec::with_capacity(written.len() + 16);
    let mut behind_mark = false;
    let mut at = 0;
    while let Some(&octet) = written.get(at) {
        let decoded = written.get(at..).and_then(triplet);
        at += if decoded.is_some() { 3 } else { 1 };
        match decoded {
            Some(plain) if is_unreserved(plain) => normal.push(plain),
            Some(delimiter) if behind_mark && is_query_delimiter(delimiter) => {
                normal.push(delimiter);
            }
            Some(kept) => push_triplet(&mut normal, kept),
            None if matches!(octet, b'*' | b'$') || class(octet) == Class::Encode => {
                push_triplet(&mut normal, octet);
            }
            None => {
                behind_mark |= octet == b'?';
                normal.push(octet);
            }
        }
    }
    Some(normal)
}

/// Whether a path with its query is written in the RFC's normal form.
fn is_normal_path(written: &[u8]) -> bool {
    let mut behind_mark = false;
    let mut rest = written.iter();
    while let Some(&octet) = rest.next() {
        match class(octet) {
            Class::Plain => {}
            Class::Encode => return false,
            Class::Special => match octet {
                b'?' => behind_mark = true,
                b'%' if !keeps(rest.as_slice(), || behind_mark) => return false,
                b'%' => {}
                _ => return false,
            },
        }
    }
    true
}

/// Whether the two octets behind a `%` make a triplet that normal forms keep as it is, or none at
/// all; `decodes` says whether delimiters are decoded.
fn keeps(behind: &[u8], decodes: impl FnOnce() -> bool) -> bool {
    let [high, low, ..] = *behind else { return true };
    let Some(octet) = pair(high, low) else { return true };
    let raised = !high.is_ascii_lowercase() && !low.is_ascii_lowercase();
    raised && !is_unreserved(octet) && !(is_query_delimiter(octet) && decodes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal_path(written: &str) -> String {
        let normal = path(written.as_bytes()).map_or(written.as_bytes().to_vec(), |n| n);
        String::from_utf8(normal).unwrap()
    }

    fn normal_pattern(written: &str) -> (String, usize, Option<String>) {
        let text = |octets: Vec<u8>| String::from_utf8(octets).unwrap();
        pattern(written.as_bytes()).map_or((written.into(), written.len(), None), |normal| {
            (text(normal.octets), normal.len, normal.in_query.map(text))
        })
    }

    #[test]
    fn paths() {
        for (written, normal) in [
            ("/a/b.html?c=d", "/a/b.html?c=d"),
            ("/%7Ejoe/%41", "/~joe/A"),
            ("/%2f%3A", "/%2F%3A"),
            ("/a?b=https%3A%2f%2Fc", "/a?b=https://c"),
            ("/a?b=%26%3D", "/a?b=%26%3D"),
            ("/ä", "/%C3%A4"),
            ("/a b|c", "/a%20b%7Cc"),
            ("/a*b$", "/a%2Ab%24"),
            ("/100%", "/100%"),
            ("/%zz%4", "/%zz%4"),
        ] {
            assert_eq!(normal_path(written), normal, "{written}");
        }
    }

    #[test]
    fn a_normal_path_stays_as_it_is() {
        for written in ["/%7ejoe?%2F%40", "/a b\u{1}", "/x*$%2a"] {
            let once = normal_path(written);
            assert_eq!(normal_path(&once), once);
        }
    }

    #[test]
    fn patterns_count_the_octets_of_their_characters() {
        for (written, normal, len) in [
            ("/a*b$", "/a*b$", 5),
            ("/%7Ejoe", "/~joe", 5),
            ("/a%2fb", "/a%2Fb", 6),
            ("/ä", "/%C3%A4", 7),
            ("/a b", "/a%20b", 4),
            ("/a%20b", "/a%20b", 6),
            ("/a$b", "/a%24b", 4),
            ("/a%24b", "/a%24b", 6),
            ("/a%2A", "/a%2A", 5),
            ("/?u=%3A", "/?u=:", 7),
            ("/a$$", "/a%24$", 4),
        ] {
            let (octets, counted, in_query) = normal_pattern(written);
            assert_eq!((octets.as_str(), counted, in_query), (normal, len, None), "{written}");
        }
    }

    #[test]
    fn a_delimiter_behind_a_star_has_two_forms() {
        assert_eq!(
            normal_pattern("/*%2Fx%26?%2F$"),
            ("/*%2Fx%26?/$".into(), 14, Some("/*/x%26?/$".into()))
        );
    }

    #[test]
    fn scopes_keep_what_queries_decode() {
        for (written, form) in [("/?u=%3a%2Fx%41$", "/?u=%3A%2FxA$"), ("/a$b ä", "/a%24b%20%C3%A4")]
        {
            assert_eq!(String::from_utf8(scope(written.as_bytes())).unwrap(), form);
        }
    }

    #[test]
    fn google_only_encodes_and_raises() {
        let text = |normal: NormalPattern| String::from_utf8(normal.octets).unwrap();
        assert!(google_pattern(b"/a%2F%7E").is_none());
        assert_eq!(google_pattern("/ä%7e%".as_bytes()).map(text).unwrap(), "/%C3%A4%7E%");
    }
}
