//! One rule beside others.

use super::Effect;
use crate::glob::Glob;

/// A rule that can match.
#[derive(Clone, Copy)]
pub(super) struct Entry<'s> {
    pub(super) glob: Glob<'s>,
    pub(super) pairs: u128,
    pub(super) normal: &'s [u8],
    /// The more octets the higher, and an allow above a disallow (F-23, F-24).
    pub(super) rank: usize,
    pub(super) allows: bool,
    pub(super) place: usize,
}

impl Entry<'_> {
    /// Whether it is a mere prefix, whose length is its rank. A triplet that is compared as one
    /// character counts as three (F-22, F-23).
    pub(super) fn is_plain(&self) -> bool {
        self.glob.is_plain() && self.normal.len() == self.rank / 2
    }

    /// Whether it matches all that another matches.
    fn covers(&self, other: &Self) -> bool {
        self.pairs & !other.pairs == 0 && self.glob.covers(&other.glob)
    }

    /// Whether both match the same and count the same, so that only their kinds can differ.
    pub(super) fn is_twin(&self, other: &Self) -> bool {
        self.normal == other.normal && self.rank / 2 == other.rank / 2
    }
}

/// What the rules beside one rule come to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Beside {
    /// One that goes before it and matches all it matches.
    pub(super) over: Option<usize>,
    /// The highest below it that says the same of all it matches.
    pub(super) same: Option<(usize, usize)>,
    /// The highest rank below it of one that says otherwise of something it matches.
    pub(super) otherwise: usize,
}

impl Beside {
    /// Looks for rules that hold the one at hand.
    pub(super) fn look_up(&mut self, of: &Entry<'_>, others: &[Entry<'_>]) {
        for other in others {
            if other.rank > of.rank {
                if self.over.is_none() && other.covers(of) {
                    self.over = Some(other.place);
                }
            } else if other.allows == of.allows
                && other.rank < of.rank
                && self.same.is_none_or(|(rank, _)| other.rank > rank)
                && other.covers(of)
            {
                self.same = Some((other.rank, other.place));
            }
        }
    }

    /// Looks for rules that stand in the way of what was found.
    pub(super) fn look_across(&mut self, of: &Entry<'_>, others: &[Entry<'_>]) {
        for other in others {
            if other.allows != of.allows
                && other.rank < of.rank
                && other.rank > self.otherwise
                && other.glob.overlaps(&of.glob)
            {
                self.otherwise = other.rank;
            }
        }
    }

    /// Whether it depends on rules that say otherwise.
    pub(super) fn is_open(&self, of: &Entry<'_>) -> bool {
        self.over.is_none()
            && (of.allows && self.otherwise == 0
                || self.same.is_some_and(|(rank, _)| rank > self.otherwise))
    }

    pub(super) fn effect(self, of: &Entry<'_>) -> Option<Effect> {
        if let Some(over) = self.over {
            return Some(Effect::Shadowed(over));
        }
        if of.allows && self.otherwise == 0 {
            return Some(Effect::LiftsNothing);
        }
        let (rank, place) = self.same?;
        (rank > self.otherwise).then_some(Effect::Redundant(place))
    }
}
