//! An index of many patterns: finds the highest rank among those that match a path.
//!
//! The cost of a lookup depends on the length of the path, not on the number of patterns:
//! - patterns without wildcards before their end are [literals](literal), found by one binary search;
//! - all others are [floating](floating): each is indexed by the rarest four bytes that every match
//!   contains, and is tried only on paths that contain them.

mod floating;
mod key;
mod literal;
mod order;

use smallvec::SmallVec;

use self::floating::{Floating, FloatingPattern};
use self::literal::Literals;
use super::Pattern;
use crate::pattern::Target;
use crate::vocabulary::Rank;

/// An index of the patterns of a crawler's rules.
#[derive(Debug, Clone)]
pub(crate) struct Index {
    literals: Literals,
    floating: Floating,
}

impl Index {
    /// Indexes about `count` patterns with their ranks and numbers. Several patterns may have the
    /// same number.
    pub(crate) fn new<'p>(
        count: usize,
        patterns: impl Iterator<Item = (Pattern<'p>, Rank, u32)>,
    ) -> Self {
        let mut literals = Vec::with_capacity(count);
        let mut floating = Vec::new();
        for (pattern, rank, number) in patterns {
            if pattern.is_void() {
                continue;
            }
            match literal::Entry::new(pattern, rank, number) {
                Some(entry) => literals.push(entry),
                None => floating.push(FloatingPattern { pattern, rank, number }),
            }
        }
        Self { literals: Literals::new(&literals), floating: Floating::new(&floating) }
    }

    /// The numbers of all patterns that match, each once, in ascending order.
    pub(crate) fn matching(&self, target: &Target<'_>) -> SmallVec<[u32; 8]> {
        let mut numbers = SmallVec::new();
        self.literals.each(target.bytes(), &mut |number| numbers.push(number));
        self.floating.each(target, &mut |number| numbers.push(number));
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The highest rank among the patterns that match, or [`Rank::NONE`]. Adds to `steps` the
    /// number of bytes and entries examined.
    ///
    /// For n patterns with p bytes in total and a path of m bytes, literals take at most
    /// `2·m + (m / 8 + 1)·(log2(n) + 18) + n` steps, finding floating patterns `3·m·(64 + 1)`, and
    /// trying them `4·p + 4·n·m`.
    pub(crate) fn highest_counting(&self, target: &Target<'_>, steps: &mut u64) -> Rank {
        let highest = self.literals.highest(target.bytes(), steps);
        self.floating.higher(highest, target, steps)
    }
}

#[cfg(test)]
mod tests;
