//! Many patterns at once: the highest rank among those that match a path.
//!
//! The cost of a question follows the length of the path, not the number of patterns:
//! - patterns without wildcards, or with none but at the end, are [literals](literal), found by
//!   one search for the place of the path among them;
//! - all others are [floating](floating): each is filed under four bytes that it cannot match
//!   without, the rarest it has, and is tried only on paths that hold them.

mod floating;
mod key;
mod literal;
mod order;

use self::floating::{Floater, Floating};
use self::literal::Literals;
use super::Pattern;
use crate::pattern::Target;
use crate::vocabulary::Rank;

/// The patterns of a crawler's rules, arranged for finding the highest that matches.
#[derive(Debug, Clone)]
pub(crate) struct Index {
    literals: Literals,
    floating: Floating,
}

impl Index {
    /// Arranges patterns with their ranks and places. Several patterns may have one place.
    pub(crate) fn new<'p>(patterns: impl Iterator<Item = (Pattern<'p>, Rank, u32)>) -> Self {
        let mut literals = Vec::new();
        let mut floating = Vec::new();
        for (pattern, rank, place) in patterns {
            if pattern.is_void() {
                continue;
            }
            match literal::Entry::new(pattern, rank, place) {
                Some(entry) => literals.push(entry),
                None => floating.push(Floater { pattern, rank, place }),
            }
        }
        Self { literals: Literals::new(literals), floating: Floating::new(&floating) }
    }

    /// The places of all patterns that match, each once, in ascending order.
    pub(crate) fn matching(&self, target: &Target<'_>) -> Vec<u32> {
        let mut places = Vec::new();
        self.literals.each(target.bytes(), &mut |place| places.push(place));
        self.floating.each(target, &mut |place| places.push(place));
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The highest rank among the patterns that match, [`Rank::NONE`] where none does; adds to
    /// `steps` the bytes and entries that were looked at.
    ///
    /// With n patterns of p bytes together and a path of m bytes at most
    /// `2·m + (m / 8 + 1)·(log2(n) + 18) + n` steps go to literals, `3·m·(64 + 1)` to finding
    /// floating patterns and `4·p + 4·n·m` to trying them.
    pub(crate) fn highest_counting(&self, target: &Target<'_>, steps: &mut u64) -> Rank {
        let highest = self.literals.highest(target.bytes(), steps);
        self.floating.higher(highest, target, steps)
    }
}

#[cfg(test)]
mod tests;
