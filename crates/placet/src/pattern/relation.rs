//! Two patterns as sets of paths: which matches all that the other matches, and which share a path.

use memchr::{memchr, memmem, memrchr};

use super::Pattern;
use super::search::{Witness, witness};
use crate::text::limits::PATTERN_STEPS;

impl<'p> Pattern<'p> {
    /// What every path that it matches begins with.
    pub fn literal_prefix(&self) -> &'p [u8] {
        let end = memchr(b'*', self.body()).unwrap_or(self.body().len());
        self.body().get(..end).unwrap_or_default()
    }

    /// Whether it matches all paths that begin with its [literal prefix](Pattern::literal_prefix).
    pub fn is_prefix(&self) -> bool {
        let Trimmed { body, anchored } = self.trimmed();
        !anchored && memchr(b'*', body).is_none()
    }

    /// Whether it matches one path only.
    pub fn is_path(&self) -> bool {
        self.is_anchored() && memchr(b'*', self.body()).is_none()
    }

    /// Whether it matches every path.
    pub fn is_everything(&self) -> bool {
        self.trimmed().is_everything()
    }

    /// Whether it matches every path that `other` matches.
    ///
    /// This is exact, except where one of them has two forms, one for each side of the `?` of a
    /// URL: then it is not shown, and false, beyond [`PATTERN_STEPS`].
    pub fn covers(&self, other: &Pattern<'_>) -> bool {
        self.covers_counting(other, &mut 0)
    }

    /// The same, adding to `steps` the bytes that were looked at: at most those of both patterns.
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

    /// Whether some path is matched by both.
    ///
    /// This is exact, except where one of them has two forms, one for each side of the `?` of a
    /// URL: then it is not refuted, and true, beyond [`PATTERN_STEPS`].
    pub fn overlaps(&self, other: &Pattern<'_>) -> bool {
        self.overlaps_counting(other, &mut 0)
    }

    /// The same, adding to `steps` the bytes that were looked at: at most those of both patterns.
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

    /// Which pairs of neighbouring bytes it contains, each as one of 64 bits: a pattern that
    /// [covers](Pattern::covers) another contains none that the other does not.
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

    /// The pattern without wildcards that change nothing.
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

/// A pattern of one form that does not end in a wildcard; one that it begins with is needed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trimmed<'p> {
    pub(super) body: &'p [u8],
    pub(super) anchored: bool,
}

impl Trimmed<'_> {
    fn is_everything(self) -> bool {
        self.body == b"/" && !self.anchored
    }

    /// A pattern covers another exactly if it matches the other's text with every `*` read as a byte
    /// that no pattern contains: only a wildcard can match that byte, and matches anything in its
    /// place.
    fn covers(self, other: Trimmed<'_>, steps: &mut u64) -> bool {
        let Some(rest) = other.body.strip_prefix(b"*") else {
            return self.matches(other, steps);
        };
        // Every path begins with `/`: that of the wildcard, or what follows it.
        let behind_slash = self.body.strip_prefix(b"/").unwrap_or(self.body);
        Trimmed { body: behind_slash, ..self }.matches(other, steps)
            && (!rest.starts_with(b"/") || self.matches(Trimmed { body: rest, ..other }, steps))
    }

    /// Whether it matches the text of the other, in which a `*` is a byte like no other, and after
    /// which anything may follow unless it is anchored.
    ///
    /// Each part is looked for at the first place after the one before, which leaves the most room
    /// for the rest.
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

    /// Two patterns share a path if they can begin and end alike: the beginning of the one that says
    /// more of it, then what is between the wildcards of the one and of the other, then the end of
    /// the one that says more of that. A pattern without wildcards, if it is anchored, matches one
    /// path.
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

    /// What is after its last wildcard.
    fn suffix(&self) -> &[u8] {
        let start = memrchr(b'*', self.body).map_or(0, |at| at + 1);
        self.body.get(start..).unwrap_or_default()
    }
}
