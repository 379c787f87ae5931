//! Patterns as sets of paths: which holds which, which share a path.
//!
//! A pattern here is a normal form: `*` stands for any octets, a final `$` for the end of the path,
//! and without it anything may follow.

use memchr::{memchr, memmem, memrchr};

/// A pattern in normal form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glob<'p> {
    /// Without the anchor.
    body: &'p [u8],
    anchored: bool,
    /// How much of the body stands before the first `*`.
    literal: usize,
}

impl<'p> Glob<'p> {
    /// The pattern of this normal form; none where it matches nothing (F-25, F-27).
    pub(crate) fn new(normal: &'p [u8]) -> Option<Self> {
        let body = normal.strip_suffix(b"$").unwrap_or(normal);
        let literal = memchr(b'*', body).unwrap_or(body.len());
        matches!(body.first(), Some(b'/' | b'*')).then_some(Self {
            body,
            anchored: body.len() < normal.len(),
            literal,
        })
    }

    /// What every path it matches begins with.
    pub(crate) fn prefix(&self) -> &'p [u8] {
        self.body.get(..self.literal).unwrap_or(self.body)
    }

    /// Whether it is a mere prefix.
    pub(crate) fn is_plain(&self) -> bool {
        !self.anchored && self.literal == self.body.len()
    }

    /// Whether it matches every path.
    pub(crate) fn is_everything(&self) -> bool {
        let stars = self.body.strip_prefix(b"/").unwrap_or(self.body);
        stars.iter().all(|&octet| octet == b'*') && (!self.anchored || !stars.is_empty())
    }

    /// Whether it is shown to match every path that `other` matches.
    ///
    /// It is, if it matches the other's text with every `*` read as an octet that no pattern
    /// names: that octet then falls to a `*` of this pattern, which takes whatever stands in its
    /// place.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        if self.is_everything() {
            return true;
        }
        if !begins_with(other.prefix(), self.prefix()) {
            return false;
        }
        if self.is_plain() {
            return true;
        }
        let behind = |body: &'p [u8], at: usize| body.get(at..).unwrap_or_default();
        matches(
            behind(self.body, self.literal),
            self.anchored,
            behind(other.body, self.literal),
            other.anchored,
        )
    }

    /// Which pairs of neighbouring octets it holds, each as one bit of many: a pattern that
    /// [covers](Glob::covers) another holds none that the other does not.
    pub(crate) fn pairs(&self) -> u64 {
        let mut pairs = 0;
        for pair in self.body.windows(2) {
            let &[one, two] = pair else { continue };
            if one != b'*' && two != b'*' {
                let mixed = u32::from(one).wrapping_mul(37) ^ u32::from(two).wrapping_mul(11);
                pairs |= 1 << (mixed % u64::BITS);
            }
        }
        pairs
    }

    /// Whether some path is matched by both.
    ///
    /// One is, if they can begin and end alike: the beginning of the one that says more of it, then
    /// what lies between the `*` of the one and of the other, then the end of the one that says more
    /// of that. A pattern without a `*` matches one path, if it is anchored.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let (one, two) = (self.prefix(), other.prefix());
        // Every path begins with `/`, so a pattern that begins with `*` may begin as any other.
        if !begins_with(one, two) && !begins_with(two, one) {
            return false;
        }
        if self.is_one_path() {
            return other.covers(self);
        }
        if other.is_one_path() {
            return self.covers(other);
        }
        let (one, two) = (self.suffix(), other.suffix());
        !self.anchored || !other.anchored || one.ends_with(two) || two.ends_with(one)
    }

    /// Whether it matches one path only.
    fn is_one_path(&self) -> bool {
        self.anchored && self.literal == self.body.len()
    }

    /// What stands behind its last `*`.
    fn suffix(&self) -> &'p [u8] {
        let start = memrchr(b'*', self.body).map_or(0, |at| at + 1);
        self.body.get(start..).unwrap_or_default()
    }

    /// A path that it matches, with `filler` in place of every `*`.
    pub(crate) fn example(&self, filler: &str) -> Option<String> {
        let body = std::str::from_utf8(self.body).ok()?;
        let path = body.replace('*', filler);
        Some(if path.starts_with('/') { path } else { format!("/{path}") })
    }
}

fn begins_with(text: &[u8], start: &[u8]) -> bool {
    text.starts_with(start)
}

/// Whether `parts`, which begins with a `*`, matches the text, in which a `*` is an octet like no
/// other, and behind which anything may follow unless it is `closed`.
///
/// Each part is looked for at the first place behind the one before, which leaves the most room for
/// the rest.
fn matches(parts: &[u8], anchored: bool, text: &[u8], closed: bool) -> bool {
    let mut text = text;
    let mut parts = parts.split(|&octet| octet == b'*').skip(1).peekable();
    while let Some(part) = parts.next() {
        if anchored && parts.peek().is_none() {
            // An open end is matched by a `*` alone.
            return part.is_empty() || closed && text.ends_with(part);
        }
        let Some(at) = memmem::find(text, part) else { return false };
        text = text.get(at + part.len()..).unwrap_or_default();
    }
    // Without a `*` the anchor stands right behind the literal start.
    !anchored || closed && text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glob(normal: &str) -> Glob<'_> {
        Glob::new(normal.as_bytes()).unwrap()
    }

    /// All paths of a small alphabet up to a length.
    fn paths() -> Vec<String> {
        let mut paths = vec!["/".to_owned()];
        let mut from = 0;
        for _ in 0..4 {
            let until = paths.len();
            for at in from..until {
                for c in ['/', 'a', 'b', 'z'] {
                    paths.push(format!("{}{c}", paths[at]));
                }
            }
            from = until;
        }
        paths
    }

    fn patterns() -> Vec<String> {
        let mut patterns = vec![String::new()];
        let mut from = 0;
        for _ in 0..4 {
            let until = patterns.len();
            for at in from..until {
                for c in ['/', 'a', 'b', '*'] {
                    patterns.push(format!("{}{c}", patterns[at]));
                }
            }
            from = until;
        }
        let anchored: Vec<_> = patterns.iter().map(|it| format!("{it}$")).collect();
        patterns.extend(anchored);
        patterns.retain(|it| it.starts_with(['/', '*']));
        patterns
    }

    /// Paths of which one is matched by both patterns, if any is: the beginning of either, the
    /// letters of both, the end of either.
    fn candidates(one: &str, other: &str) -> Vec<String> {
        let parts = |pattern: &str| -> Vec<String> {
            pattern.trim_end_matches('$').split('*').map(str::to_owned).collect()
        };
        let (one, other) = (parts(one), parts(other));
        let between = |parts: &[String]| parts.iter().skip(1).cloned().collect::<String>();
        let mut paths = Vec::new();
        for (start, end) in [(&one, &one), (&one, &other), (&other, &one), (&other, &other)] {
            let (first, last) = (start.first().unwrap(), end.last().unwrap());
            let middle = format!("{}{}", between(&one), between(&other));
            for path in
                [first.clone(), format!("{first}{middle}"), format!("{first}{middle}{last}")]
            {
                paths.push(format!("/{path}"));
                paths.push(path);
            }
        }
        paths.retain(|path| path.starts_with('/'));
        paths
    }

    #[test]
    fn covering_and_meeting_agree_with_all_short_paths() {
        let (patterns, paths) = (patterns(), paths());
        let matched: Vec<Vec<bool>> = patterns
            .iter()
            .map(|pattern| {
                let glob = glob(pattern);
                paths.iter().map(|path| glob.covers(&self::glob(&format!("{path}$")))).collect()
            })
            .collect();
        for (at, one) in patterns.iter().enumerate().step_by(3) {
            for (other_at, other) in patterns.iter().enumerate().step_by(2) {
                let pairs = || matched[at].iter().zip(&matched[other_at]);
                let (wide, narrow) = (glob(one), glob(other));
                if wide.covers(&narrow) {
                    assert_eq!(wide.pairs() & !narrow.pairs(), 0, "{one} covers {other}");
                    assert!(pairs().all(|(a, b)| *a || !b), "{one} covers {other}");
                }
                if pairs().any(|(a, b)| *a && *b) {
                    assert!(wide.overlaps(&narrow), "{one} overlaps {other}");
                }
                if wide.overlaps(&narrow) {
                    let shared = candidates(one, other).into_iter().any(|path| {
                        let path = format!("{path}$");
                        wide.covers(&glob(&path)) && narrow.covers(&glob(&path))
                    });
                    assert!(shared, "{one} and {other} share no path");
                }
            }
        }
    }

    #[test]
    fn covering_is_found() {
        for (wide, narrow) in [
            ("/a", "/a"),
            ("/a*", "/a"),
            ("/a", "/a*"),
            ("/*", "/x$"),
            ("*.pdf", "/a/*.pdf$"),
            ("/*/b", "/a/b"),
            ("/a*b*c", "/a*b*b*c$"),
            ("/*$", "/a"),
        ] {
            assert!(glob(wide).covers(&glob(narrow)), "{wide} covers {narrow}");
        }
        for (wide, narrow) in [("/a$", "/a"), ("/a*b", "/a*"), ("/ab", "/a"), ("/*.pdf$", "/*.pdf")]
        {
            assert!(!glob(wide).covers(&glob(narrow)), "{wide} does not cover {narrow}");
        }
    }

    #[test]
    fn what_shares_no_path_does_not_overlap() {
        for (one, other) in [
            ("/a", "/b"),
            ("/*.pdf$", "/a.gif$"),
            ("/*.pdf$", "/a*.gif$"),
            ("/a$", "/ab"),
            ("/a*b$", "/a$"),
        ] {
            assert!(!glob(one).overlaps(&glob(other)), "{one} {other}");
        }
    }
}
