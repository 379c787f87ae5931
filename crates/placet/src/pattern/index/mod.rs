//! An index of many patterns: finds the highest rank among those that match a path.
//!
//! The cost of a lookup depends on the length of the path, not on the number of patterns:
//! - patterns that begin with a [literal](literal) text are found by one binary search; those with a
//!   wildcard before their end are tried on the paths that begin with it;
//! - all others, and those of which too many begin with the same text, are [floating](floating): each
//!   is indexed by the rarest four bytes that every match contains, and is tried only on paths that
//!   contain them.
//!
//! Patterns that differ in the byte after their first slash match different paths. So where there
//! are many, those with one such byte form a part, which is arranged when the first path with that
//! byte is asked about.

mod entry;
mod floating;
mod key;
mod literal;
mod order;

use std::ops::Range;
use std::sync::OnceLock;

use smallvec::SmallVec;

use self::entry::Entry;
use self::floating::Floating;
use self::literal::{Literal, Literals};
use super::Pattern;
use crate::pattern::Target;
use crate::text::limits::PATTERNS_TOGETHER;
use crate::vocabulary::Rank;

/// An index of the patterns of a crawler's rules.
#[derive(Debug, Clone)]
pub(crate) struct Index {
    /// The bytes of all patterns.
    text: Box<[u8]>,
    /// Those of one part together.
    entries: Box<[Entry]>,
    /// The part that concerns every path.
    every: Part,
    /// The parts that concern the paths with a certain byte after their first slash.
    parts: Box<[Part]>,
    /// For each such byte one more than the place of its part; 0 if there is none.
    part_of: Box<[u8]>,
}

/// Patterns that are arranged together.
#[derive(Debug, Clone, Default)]
struct Part {
    entries: Range<usize>,
    arranged: OnceLock<Arranged>,
}

type Arranged = (Literals, Floating);

impl Part {
    fn new(entries: Range<usize>) -> Self {
        Self { entries, arranged: OnceLock::new() }
    }
}

impl Index {
    /// Indexes about `count` patterns with their ranks and numbers. Several patterns may have the
    /// same number.
    pub(crate) fn new<'p>(
        count: usize,
        patterns: impl Iterator<Item = (Pattern<'p>, Rank, u32)>,
    ) -> Self {
        let mut text = Vec::with_capacity(32 * count);
        let mut entries = Vec::with_capacity(count);
        patterns.filter(|(pattern, ..)| !pattern.is_void()).for_each(|(pattern, rank, number)| {
            entries.push(Entry::new(&mut text, pattern, rank, number));
        });
        let text = text.into_boxed_slice();
        if entries.len() > PATTERNS_TOGETHER {
            return Self { text, ..Self::divided(&entries) };
        }
        let every = Part::new(0..entries.len());
        let (parts, part_of) = (Box::default(), Box::default());
        Self { text, entries: entries.into(), every, parts, part_of }
    }

    /// Divides entries into parts.
    fn divided(entries: &[Entry]) -> Self {
        // The first is for entries without a byte after their slash.
        let mut counts = [0; 257];
        for entry in entries {
            counts.get_mut(usize::from(entry.part)).into_iter().for_each(|count| *count += 1);
        }
        let mut every = Part::default();
        let (mut parts, mut part_of) = (Vec::new(), vec![0; 256]);
        let mut next = 0;
        for (place, count) in counts.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            let part = Part::new(next..next + *count);
            next += std::mem::replace(count, next);
            match place.checked_sub(1).and_then(|byte| part_of.get_mut(byte)) {
                Some(part_of) => {
                    parts.push(part);
                    // There are at most 255: for every byte but `*`.
                    *part_of = u8::try_from(parts.len()).unwrap_or_default();
                }
                None => every = part,
            }
        }
        let mut ordered = entries.to_vec();
        for entry in entries {
            if let Some(next) = counts.get_mut(usize::from(entry.part)) {
                ordered.get_mut(*next).into_iter().for_each(|it| *it = *entry);
                *next += 1;
            }
        }
        let (entries, parts) = (ordered.into(), parts.into());
        Self { text: Box::default(), entries, every, parts, part_of: part_of.into() }
    }

    /// The part that concerns every path, and the one for the paths that begin as this one does.
    #[inline]
    fn parts(&self, path: &[u8]) -> (&Arranged, Option<&Arranged>) {
        let own = path.get(1).and_then(|byte| self.part_of.get(usize::from(*byte)));
        let own = own.and_then(|own| self.parts.get(usize::from(*own).checked_sub(1)?));
        (self.arranged(&self.every), own.map(|own| self.arranged(own)))
    }

    #[inline]
    fn arranged<'i>(&'i self, part: &'i Part) -> &'i Arranged {
        part.arranged.get_or_init(|| {
            arrange(&self.text, self.entries.get(part.entries.clone()).unwrap_or_default())
        })
    }

    /// The numbers of all patterns that match, each once, in ascending order.
    pub(crate) fn matching(&self, target: &Target<'_>) -> SmallVec<[u32; 8]> {
        let mut numbers = SmallVec::new();
        let (every, own) = self.parts(target.bytes());
        for (literals, floating) in [every].into_iter().chain(own) {
            literals.each(&self.text, target, &mut |number| numbers.push(number));
            floating.each(&self.text, target, &mut |number| numbers.push(number));
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The highest rank among the patterns that match, or [`Rank::NONE`]. Adds to `steps` the
    /// number of bytes and entries examined.
    ///
    /// For n patterns with p bytes in total and a path of m bytes, literals take at most
    /// `2·m + (m / 8 + 1)·(log2(n) + 18) + 2·n` steps and finding floating patterns `3·m·(64 + 1)` in
    /// each of two parts, and trying them `4·p + 4·n·m`.
    pub(crate) fn highest_counting(&self, target: &Target<'_>, steps: &mut u64) -> Rank {
        let text = &*self.text;
        let (every, own) = self.parts(target.bytes());
        let mut highest = every.0.highest(text, target, steps);
        if let Some((literals, _)) = own {
            highest = highest.max(literals.highest(text, target, steps));
        }
        highest = every.1.higher(highest, text, target, steps);
        if let Some((_, floating)) = own {
            highest = floating.higher(highest, text, target, steps);
        }
        highest
    }
}

/// Arranges the entries of one part.
fn arrange(text: &[u8], entries: &[Entry]) -> Arranged {
    let mut literals = Vec::with_capacity(entries.len());
    let mut floating = Vec::new();
    for entry in entries {
        match Literal::new(text, entry) {
            Some(literal) => literals.push(literal),
            None => floating.push(*entry),
        }
    }
    let (literals, left) = Literals::new(&literals);
    floating.extend(left);
    (literals, Floating::new(text, &floating))
}

#[cfg(test)]
mod tests;
