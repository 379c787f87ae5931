//! Patterns as sets of paths: which pattern covers another, and which two overlap.

use memchr::{memchr, memmem, memrchr};

use super::Pattern;
use super::search::{Witness, witness};
use crate::text::limits::PATTERN_STEPS;

impl<'p> Pattern<'p> {
    /// The text that every path it matches begins with.
    pub fn literal_prefix(&self) -> &'p [u8] {
        let end = memchr(b'*', self.body()).unwrap_or(self.body().len());
        self.body().get(..end).unwrap_or_default()
    }

    /// Whether it matches all paths that begin with its [literal prefix](Pattern::literal_prefix).
    pub fn is_prefix(&self) -> bool {
        let Trimmed { body, anchored } = self.trimmed();
        !anchored && memchr(b'*', body).is_none()
    }

    /// Whether it matches exactly one path.
    pub fn is_path(&self) -> bool {
        self.is_anchored() && memchr(b'*', self.body()).is_none()
    }

    /// Whether it matches every path.
    pub fn is_everything(&self) -> bool {
        self.trimmed().is_everything()
    }

    /// Whether it matches every path that `other` matches.
    ///
    /// Exact, unless one of the patterns has two forms, one for each side of the `?` of a URL: then
    /// the result is false if [`PATTERN_STEPS`] do not suffice to prove it.
    pub fn covers(&self, other: &Pattern<'_>) -> bool {
        self.covers_counting(other, &mut 0)
    }

    /// Same as [`covers`](Pattern::covers). Adds to `steps` the number of bytes examined: at most
    /// the length of both patterns.
    pub fn covers_counting(&self, other: &Pattern<'_>, steps: &mut u64) -> bool {
        *steps += 1;
        if self.is_void() || other.is_void() {
            return other.is_void();
        }
        if self.in_query().is_some() || other.in_query().is_some() {
            return witness(&[*other], &[*self], PATTERN_STEPS) == Witness::None;
        }
        let (own, other) = (self.trimmed(), other.trimmed());
        own.is_everything() || own.covers(other, steps)
    }

    /// Whether there is a path that both match.
    ///
    /// Exact, unless one of the patterns has two forms, one for each side of the `?` of a URL: then
    /// the result is true if [`PATTERN_STEPS`] do not suffice to refute it.
    pub fn overlaps(&self, other: &Pattern<'_>) -> bool {
        self.overlaps_counting(other, &mut 0)
    }

    /// Same as [`overlaps`](Pattern::overlaps). Adds to `steps` the number of bytes examined: at
    /// most the length of both patterns.
    pub fn overlaps_counting(&self, other: &Pattern<'_>, steps: &mut u64) -> bool {
        *steps += 1;
        if self.is_void() || other.is_void() {
            return false;
        }
        if self.in_query().is_some() || other.in_query().is_some() {
            return witness(&[*self, *other], &[], PATTERN_STEPS) != Witness::None;
        }
        self.trimmed().overlaps(other.trimmed(), steps)
    }

    /// The pairs of adjacent bytes in it, each hashed to one of 64 bits. A pattern that
    /// [covers](Pattern::covers) another has no bit that the other lacks.
    pub fn pairs(&self) -> u64 {
        let mut pairs = 0;
        for pair in self.body().windows(2) {
            let &[one, two] = pair else { continue };
            if one != b'*' && two != b'*' {
                let mixed = u32::from(one).wrapping_mul(37) ^ u32::from(two).wrapping_mul(11);
                pairs |= 1 << (mixed % u64::BITS);
            }
        }
        pairs
    }

    /// The pattern without redundant wildcards.
    pub(super) fn trimmed(&self) -> Trimmed<'p> {
        let mut body = self.body();
        while let Some(rest) = body.strip_suffix(b"*") {
            body = rest;
        }
        let anchored = self.is_anchored() && body.len() == self.body().len();
        while body.starts_with(b"**") {
            body = body.get(1..).unwrap_or_default();
        }
        match body {
            // Every path begins with `/`.
            [] | [b'*', b'/'] if !anchored => Trimmed { body: b"/", anchored },
            [b'*', rooted @ ..] if rooted.starts_with(b"/*") => Trimmed { body: rooted, anchored },
            _ => Trimmed { body, anchored },
        }
    }
}

/// A pattern with one form that does not end in a wildcard; a leading wildcard is not redundant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trimmed<'p> {
    pub(super) body: &'p [u8],
    pub(super) anchored: bool,
}

impl Trimmed<'_> {
    fn is_everything(self) -> bool {
        self.body == b"/" && !self.anchored
    }

    /// A pattern covers another exactly if it matches the other's text with every `*` read as a
    /// byte that no pattern contains: only a wildcard can match that byte, and a wildcard also
    /// matches anything else in its place.
    fn covers(self, other: Trimmed<'_>, steps: &mut u64) -> bool {
        let Some(rest) = other.body.strip_prefix(b"*") else {
            return self.matches(other, steps);
        };
        // Every path begins with `/`, which is matched either by the wildcard or by what follows
        // it.
        let after_slash = self.body.strip_prefix(b"/").unwrap_or(self.body);
        Trimmed { body: after_slash, ..self }.matches(other, steps)
            && (!rest.starts_with(b"/") || self.matches(Trimmed { body: rest, ..other }, steps))
    }

    /// Whether it matches the text of `other`, in which `*` is a byte like no other. Unless `other`
    /// is anchored, anything may follow its text.
    ///
    /// Each part is matched at its first occurrence after the previous part, which leaves the most
    /// room for the rest.
    fn matches(self, other: Trimmed<'_>, steps: &mut u64) -> bool {
        let same = self.body.iter().zip(other.body).take_while(|(a, b)| a == b && **a != b'*');
        let literal = same.count();
        *steps += literal as u64;
        let mut text = other.body.get(literal..).unwrap_or_default();
        let mut parts = match self.body.get(literal..).unwrap_or_default() {
            [] => return !self.anchored || other.anchored && text.is_empty(),
            [b'*', parts @ ..] => parts.split(|&byte| byte == b'*').peekable(),
            _ => return false,
        };
        *steps += (self.body.len() - literal + text.len()) as u64;
        while let Some(part) = parts.next() {
            if self.anchored && parts.peek().is_none() {
                return other.anchored && text.ends_with(part);
            }
            let Some(at) = memmem::find(text, part) else { return false };
            text = text.get(at + part.len()..).unwrap_or_default();
        }
        true
    }

    /// Two patterns overlap if they can begin and end alike. A common path then consists of the
    /// longer of the two beginnings, the parts between the wildcards of the one and of the other,
    /// and the longer of the two ends. An anchored pattern without wildcards matches a single path.
    fn overlaps(self, other: Trimmed<'_>, steps: &mut u64) -> bool {
        let literal = |it: &&u8| **it != b'*';
        let (mut one, mut two) = (self.body.iter(), other.body.iter());
        loop {
            match (one.next().filter(literal), two.next().filter(literal)) {
                (Some(a), Some(b)) if a == b => *steps += 1,
                (Some(_), Some(_)) => return false,
                _ => break,
            }
        }
        if self.is_path() {
            return other.is_everything() || other.covers(self, steps);
        }
        if other.is_path() {
            return self.is_everything() || self.covers(other, steps);
        }
        let (one, two) = (self.suffix(), other.suffix());
        *steps += one.len().min(two.len()) as u64;
        !self.anchored || !other.anchored || one.ends_with(two) || two.ends_with(one)
    }

    fn is_path(self) -> bool {
        self.anchored && memchr(b'*', self.body).is_none()
    }

    /// The text after its last wildcard.
    fn suffix(&self) -> &[u8] {
        let start = memrchr(b'*', self.body).map_or(0, |at| at + 1);
        self.body.get(start..).unwrap_or_default()
    }
}
