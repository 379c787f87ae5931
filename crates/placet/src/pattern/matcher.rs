//! Matches one pattern against one path (RFC 9309 §2.2.3, F-21).

use memchr::{memchr, memmem};

use crate::pattern::Target;

/// A rule's pattern in normal form.
///
/// The parts between wildcards are searched from left to right, each at its first occurrence after
/// the previous part. This is exact, because an earlier match leaves more room for the rest, and it
/// never backtracks: a match costs at most one pass over the path and one over the pattern (F-28).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern<'p> {
    /// The normal form without the anchor.
    body: &'p [u8],
    /// The form that applies after the first `?`, if it differs.
    in_query: Option<&'p [u8]>,
    /// Whether it ends in `$`.
    anchored: bool,
    /// The length by which rules are compared (F-23).
    len: usize,
}

impl<'p> Pattern<'p> {
    /// The pattern that matches every path.
    pub const EVERYTHING: Self = Self { body: b"/", in_query: None, anchored: false, len: 1 };

    /// Creates a pattern from its normal form `bytes`, with the length `len`.
    pub(crate) fn new(bytes: &'p [u8], in_query: Option<&'p [u8]>, len: usize) -> Self {
        let body = bytes.strip_suffix(b"$").unwrap_or(bytes);
        let anchored = body.len() < bytes.len();
        let in_query = in_query.map(|form| form.strip_suffix(b"$").unwrap_or(form));
        Self { body, in_query, anchored, len }
    }

    /// Creates a pattern from a normal form, as returned by
    /// [`Rule::normal_form`](crate::robots::Rule::normal_form). Returns `None` if it matches
    /// nothing: every path begins with `/` (F-25, F-27).
    pub fn from_normal_form(normal: &'p [u8]) -> Option<Self> {
        Some(Self::new(normal, None, normal.len())).filter(|it| !it.is_void())
    }

    /// Creates a pattern from its normal form without the anchor, for uses that do not need its
    /// length.
    pub(crate) fn from_body(body: &'p [u8], in_query: Option<&'p [u8]>, anchored: bool) -> Self {
        Self { body, in_query, anchored, len: 0 }
    }

    /// The length by which rules are compared (F-23).
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The normal form without the anchor.
    pub(crate) fn body(&self) -> &'p [u8] {
        self.body
    }

    /// The form that applies after the first `?`, if it differs.
    pub(crate) fn in_query(&self) -> Option<&'p [u8]> {
        self.in_query
    }

    /// Whether it ends in `$`.
    pub(crate) fn is_anchored(&self) -> bool {
        self.anchored
    }

    /// Whether it matches no path: every path begins with `/` (F-25, F-27).
    pub(crate) fn is_void(&self) -> bool {
        !matches!(self.body.first(), Some(b'/' | b'*'))
    }

    /// The pattern that Google tries if an `allow` does not match and its last segment begins with
    /// `index.htm`: the folder itself.
    pub(crate) fn google_folder(&self) -> Option<Self> {
        let slash = memchr::memrchr(b'/', self.body)?;
        self.body.get(slash..)?.starts_with(b"/index.htm").then_some(Self {
            body: self.body.get(..=slash)?,
            in_query: None,
            anchored: true,
            len: slash + 2,
        })
    }

    /// Whether the pattern matches the target.
    pub fn matches(&self, target: &Target<'_>) -> bool {
        self.matches_counting(target, &mut 0)
    }

    /// Same as [`matches`](Pattern::matches). Adds to `steps` the number of bytes of pattern and
    /// path that were examined: at most the length of both forms of the pattern and twice that of
    /// the path.
    pub(crate) fn matches_counting(&self, target: &Target<'_>, steps: &mut u64) -> bool {
        if self.is_void() {
            return false;
        }
        let path = target.bytes();
        let Some(star) = memchr(b'*', self.body) else {
            *steps += self.body.len().min(path.len()) as u64;
            return if self.anchored { path == self.body } else { path.starts_with(self.body) };
        };
        let prefix = self.body.get(..star).unwrap_or_default();
        *steps += prefix.len().min(path.len()) as u64;
        path.starts_with(prefix) && self.matches_after(star, target, steps)
    }

    /// The same for a target that is known to begin with the text before the first wildcard, which
    /// is at `star`.
    pub(super) fn matches_after(&self, star: usize, target: &Target<'_>, steps: &mut u64) -> bool {
        let path = target.bytes();
        let parts = self.body.get(star..).unwrap_or_default();
        let query = if self.in_query.is_some() { target.query() } else { path.len() };
        let mut other = self.in_query.map_or(parts, |form| form.get(star..).unwrap_or_default());
        let mut parts = parts;
        let mut at = star;
        while let Some((part, rest)) = next_part(parts) {
            let (other_part, other_rest) = next_part(other).unwrap_or_default();
            (parts, other) = (rest, other_rest);
            let part = Part { plain: part, in_query: other_part, query };
            *steps += (part.plain.len() + part.in_query.len()) as u64;
            if rest.is_empty() && self.anchored {
                return part.ends(path, at);
            }
            match part.find(path, at, steps) {
                Some(end) => at = end,
                None => return false,
            }
        }
        true
    }
}

/// Splits off the part after the leading wildcard of `text`, up to the next wildcard.
fn next_part(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.strip_prefix(b"*")?;
    let end = memchr(b'*', text).unwrap_or(text.len());
    text.split_at_checked(end)
}

/// The text between two wildcards.
struct Part<'p> {
    plain: &'p [u8],
    /// Its form after the first `?`; the same bytes if the forms do not differ.
    in_query: &'p [u8],
    /// The index of the first `?` of the path.
    query: usize,
}

impl Part<'_> {
    /// The first index of the path at which the query form may begin: its first unencoded delimiter
    /// must be after the `?`. `None` if the two forms are the same.
    fn query_start(&self) -> Option<usize> {
        let same = self.plain.iter().zip(self.in_query).take_while(|(a, b)| a == b).count();
        (same < self.plain.len()).then(|| (self.query + 1).saturating_sub(same))
    }

    /// The end of the first occurrence at or after `at`.
    ///
    /// If there are two forms, the plain one is searched only up to the `?`, and ends before any
    /// occurrence of the other. So each byte of the path is examined at most once in each form.
    fn find(&self, path: &[u8], at: usize, steps: &mut u64) -> Option<usize> {
        let Some(start) = self.query_start() else { return first(self.plain, path, at, steps) };
        let before = path.get(..self.query + self.plain.len()).unwrap_or(path);
        first(self.plain, before, at, steps)
            .or_else(|| first(self.in_query, path, at.max(start), steps))
    }

    /// Whether the path ends with it, starting at or after `at`.
    fn ends(&self, path: &[u8], at: usize) -> bool {
        let ends = |part: &[u8], at: usize| path.get(at..).is_some_and(|rest| rest.ends_with(part));
        match self.query_start() {
            None => ends(self.plain, at),
            // The plain form must be before the `?`, as in `find`.
            Some(start) => {
                (path.len() <= self.query + self.plain.len() && ends(self.plain, at))
                    || ends(self.in_query, at.max(start))
            }
        }
    }
}

/// The end of the first occurrence of `part` in `path` at or after `at`.
fn first(part: &[u8], path: &[u8], at: usize, steps: &mut u64) -> Option<usize> {
    let rest = path.get(at..)?;
    let found = match *part {
        [byte] => memchr(byte, rest),
        [a, b, c, d, ref tail @ ..] if tail.len() <= TAIL => find_short([a, b, c, d], tail, rest),
        _ => memmem::find(rest, part),
    };
    let passed = found.map_or(rest.len(), |start| start + part.len());
    *steps += passed as u64;
    found.map(|_| at + passed)
}

/// How many bytes [`find_short`] compares at most after each occurrence of the first four.
const TAIL: usize = 12;

/// The index at which `head`, followed by `tail` of at most [`TAIL`] bytes, first occurs in `text`.
///
/// Most paths are short, so preparing a faster search would take longer than this one.
fn find_short(head: [u8; 4], tail: &[u8], text: &[u8]) -> Option<usize> {
    let after = |at: usize| text.get(at + head.len()..).unwrap_or_default();
    let mut windows = text.windows(head.len()).enumerate();
    windows.find(|&(at, window)| window == head && after(at).starts_with(tail)).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::normalise;
    use crate::vocabulary::Profile;

    fn matches(pattern: &str, url: &str) -> bool {
        let target = Target::new(url, Profile::Rfc9309).unwrap();
        match normalise::pattern(pattern.as_bytes()) {
            Some(normal) => {
                Pattern::new(&normal.bytes, normal.in_query.as_deref(), normal.len).matches(&target)
            }
            None => Pattern::new(pattern.as_bytes(), None, pattern.len()).matches(&target),
        }
    }

    fn check(pattern: &str, hits: &[&str], misses: &[&str]) {
        for url in hits {
            assert!(matches(pattern, url), "{pattern} should match {url}");
        }
        for url in misses {
            assert!(!matches(pattern, url), "{pattern} should not match {url}");
        }
    }

    #[test]
    fn prefixes_wildcards_and_anchors() {
        for (pattern, hits, misses) in [
            ("/a", &["/a", "/ab", "/a/b"][..], &["/", "/A", "/b/a"][..]),
            ("/a$", &["/a"], &["/ab", "/a?"]),
            ("/*", &["/", "/a"], &[]),
            ("*", &["/", "/a"], &[]),
            ("/*$", &["/", "/a"], &[]),
            ("/*b", &["/b", "/ab", "/abc"], &["/", "/a"]),
            ("/*b$", &["/b", "/bb", "/abcb"], &["/bc", "/"]),
            ("/a*b*c", &["/abc", "/axbxc", "/abbcc"], &["/acb", "/ab"]),
            ("/ab*ba$", &["/abba", "/abxba"], &["/aba"]),
            ("/a**b", &["/ab", "/axb"], &["/a"]),
            ("a", &[], &["/a", "/"]),
            ("", &[], &["/"]),
            ("$", &[], &["/"]),
        ] {
            check(pattern, hits, misses);
        }
    }

    #[test]
    fn an_encoded_delimiter_equals_the_character_only_after_the_question_mark() {
        for (pattern, hits, misses) in [
            ("/a%2Fb", &["/a%2fb"][..], &["/a/b"][..]),
            ("/a?b%2Fc", &["/a?b/c", "/a?b%2Fc"], &["/a?b%25c"]),
            ("/*%2Fb", &["/a%2Fb", "/?/b", "/?%2fb"], &["/a/b", "/a/b?c"]),
            ("/*%2Fb$", &["/a%2Fb", "/?/b"], &["/a/b", "/?/bc"]),
            ("/*%2F$", &["/a%2F", "/?/"], &["/?%2%46", "/a/"]),
            ("/*x%3Fy", &["/x%3Fy", "/?x?y"], &["/x?y"]),
            ("/*x%2Fy?z", &["/x%2Fy?z", "/?x/y?z"], &["/x/y?z"]),
            ("/*a%3F*b%2F", &["/a%3F?b/", "/?a?b/", "/a%3Fb%2F"], &["/a?b/", "/?b/a?"]),
        ] {
            check(pattern, hits, misses);
        }
    }

    #[test]
    fn a_reserved_character_equals_its_triplet_everywhere() {
        for byte in ":@[]!'()+,;=&".bytes() {
            let (bare, upper) = (char::from(byte), format!("%{byte:02X}"));
            let lower = upper.to_ascii_lowercase();
            for pattern in ["/a{}1", "/*{}1", "/*a{}1$", "/q?x={}1", "/*?x={}1$", "/*x={}1"] {
                for path in ["/a{}1", "/q?x={}1"] {
                    let with = |text: &str, by: &str| text.replace("{}", by);
                    let same = matches(&with(pattern, "z"), &with(path, "z"));
                    for one in [&bare.to_string(), &upper, &lower] {
                        for other in [&bare.to_string(), &upper, &lower] {
                            let (pattern, path) = (with(pattern, one), with(path, other));
                            assert_eq!(matches(&pattern, &path), same, "{pattern} {path}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_part_of_any_length_is_found_at_its_first_occurrence() {
        let path = b"/aab/abc/abcdeabcdefgh/abcdefghijklmnopqrstuvwxyz";
        for start in 0..path.len() {
            for part in (start + 1..=path.len()).map(|end| &path[start..end]) {
                for at in 0..path.len() {
                    let plain = path[at..].windows(part.len()).position(|window| window == part);
                    let found = first(part, path, at, &mut 0);
                    assert_eq!(found, plain.map(|start| at + start + part.len()));
                }
            }
        }
    }

    #[test]
    fn hostile_patterns_take_one_pass() {
        let path = format!("/{}", "a".repeat(10_000));
        let target = Target::new(&path, Profile::Rfc9309).unwrap();
        for pattern in [
            format!("/{}b", "*a".repeat(500)),
            format!("/{}b$", "*a".repeat(500)),
            format!("/{}b", "*aaaaaaaab".repeat(50)),
            format!("/{}", "*%2F".repeat(500)),
        ] {
            let normal = normalise::pattern(pattern.as_bytes());
            let compiled = normal
                .as_ref()
                .map_or(Pattern::new(pattern.as_bytes(), None, pattern.len()), |normal| {
                    Pattern::new(&normal.bytes, normal.in_query.as_deref(), normal.len)
                });
            let mut steps = 0;
            assert!(!compiled.matches_counting(&target, &mut steps));
            let bound = 2 * pattern.len() + 2 * path.len();
            assert!(steps <= bound as u64, "{steps} steps for a bound of {bound}");
        }
    }
}
