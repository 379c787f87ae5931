//! Normalisation of patterns and paths, so that equal ones have equal bytes (F-22).
//!
//! In the normal form of RFC 9309:
//! - bytes outside ASCII, control characters, space and ``" < > \ ^ ` { | }`` are triplets;
//! - triplets of unreserved characters are decoded, and of the reserved ``: @ [ ] ! ' ( ) + , ; = &``;
//! - all other triplets are kept, with upper-case digits;
//! - a literal `*` or `$` is a triplet, so that an unencoded `*` in a pattern is always a wildcard and
//!   an unencoded `$` always the anchor;
//! - after the first `?` the delimiters `/` and `?` are unencoded.
//!
//! Rules are compared by the length of the pattern with only unreserved characters decoded and
//! bytes outside ASCII encoded (F-23): any other character counts as one byte, any other triplet as
//! three.
//!
//! Google's normal form of a pattern only encodes bytes outside ASCII and changes the digits of
//! triplets to upper case; a path is not changed.

mod byte;
mod path;
mod pattern;
mod spelling;

pub(crate) use path::{is_path, path};
pub(crate) use pattern::{google_pattern, pattern, scope};
pub(crate) use spelling::{REPRESENTATIVES, Spelling};

/// A pattern whose normal form differs from its written form.
#[derive(Debug, Default)]
pub(crate) struct NormalPattern {
    /// The normal form, with unencoded `*` and a final unencoded `$` as wildcards.
    pub(crate) bytes: Vec<u8>,
    /// The form that applies after the first `?` of a URL, if it differs: a triplet of a delimiter
    /// after a `*` may match on either side of the `?` (F-22).
    pub(crate) in_query: Option<Vec<u8>>,
    /// The length by which rules are compared (F-23).
    pub(crate) len: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal_path(written: &str) -> String {
        let normal = path(written.as_bytes()).map_or(written.as_bytes().to_vec(), |n| n);
        String::from_utf8(normal).unwrap()
    }

    fn normal_pattern(written: &str) -> (String, usize, Option<String>) {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        pattern(written.as_bytes()).map_or((written.into(), written.len(), None), |normal| {
            (text(normal.bytes), normal.len, normal.in_query.map(text))
        })
    }

    #[test]
    fn paths() {
        for (written, normal) in [
            ("/a/b.html?c=d", "/a/b.html?c=d"),
            ("/%7Ejoe/%41", "/~joe/A"),
            ("/%2f%3F%3A%40", "/%2F%3F:@"),
            ("/a%5B1%5d", "/a[1]"),
            ("/a?b=https%3A%2f%2Fc", "/a?b=https://c"),
            ("/%21%27%28%29%2B%2C%3B%3D%26?%26%3D%3F", "/!'()+,;=&?&=?"),
            ("/a?%23%25%2A%24", "/a?%23%25%2A%24"),
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
    fn normalising_is_idempotent() {
        for written in ["/%7ejoe?%2F%40", "/a b\u{1}", "/x*$%2a"] {
            let once = normal_path(written);
            assert_eq!(normal_path(&once), once);
        }
    }

    #[test]
    fn the_length_of_a_pattern_counts_its_characters() {
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
            ("/a%5b1%5D", "/a[1]", 9),
            ("/a[1]", "/a[1]", 5),
            ("/a%2C", "/a,", 5),
            ("/*%2C", "/*,", 5),
            ("/a$$", "/a%24$", 4),
        ] {
            let (bytes, counted, in_query) = normal_pattern(written);
            assert_eq!((bytes.as_str(), counted, in_query), (normal, len, None), "{written}");
        }
    }

    #[test]
    fn a_pattern_with_an_encoded_delimiter_after_a_star_has_two_forms() {
        assert_eq!(
            normal_pattern("/*%2Fx%26?%2F$"),
            ("/*%2Fx&?/$".into(), 14, Some("/*/x&?/$".into()))
        );
    }

    #[test]
    fn scopes_keep_triplets_that_queries_decode() {
        for (written, form) in [("/?u=%3a%2Fx%41$", "/?u=:%2FxA$"), ("/a$b ä", "/a%24b%20%C3%A4")]
        {
            assert_eq!(String::from_utf8(scope(written.as_bytes())).unwrap(), form);
        }
    }

    #[test]
    fn google_only_encodes_and_changes_to_upper_case() {
        let text = |normal: NormalPattern| String::from_utf8(normal.bytes).unwrap();
        assert!(google_pattern(b"/a%2F%7E").is_none());
        assert_eq!(google_pattern("/ä%7e%".as_bytes()).map(text).unwrap(), "/%C3%A4%7E%");
    }
}
