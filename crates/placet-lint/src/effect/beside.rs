//! One rule beside others.

use std::cmp::{Ordering, Reverse};

use placet::pattern::Pattern;
use placet::robots::{Rank, Rule, RuleKind};

use super::Effect;
use super::others::Others;

/// A rule that can match.
#[derive(Clone, Copy)]
pub(super) struct Entry<'s> {
    pub(super) pattern: Pattern<'s>,
    pub(super) normal: &'s [u8],
    /// Which pairs of neighbouring bytes it contains; worked out where there are wildcards.
    pub(super) pairs: u64,
    pub(super) rank: Rank,
    /// How many bytes count when rules are compared (F-23).
    bytes: usize,
    pub(super) allows: bool,
    pub(super) place: usize,
}

impl<'s> Entry<'s> {
    /// The rule at `place` with this normal form; none where it matches nothing.
    pub(super) fn new(rule: Rule<'s>, normal: &'s [u8], place: usize) -> Option<Self> {
        let pattern = Pattern::from_normal_form(normal)?;
        let allows = rule.kind() == RuleKind::Allow;
        let (rank, bytes) = (rule.rank(), rule.bytes());
        Some(Self { pattern, normal, pairs: 0, rank, bytes, allows, place })
    }

    /// The entries in order: equal patterns come together, the allow first, then as in the file.
    /// `keys` is room to work in.
    pub(super) fn sort(entries: &[Self], keys: &mut Vec<(u128, usize)>) -> Vec<Self> {
        keys.clear();
        keys.extend(entries.iter().map(Self::head).zip(0..));
        let tie = |it: &Self| (it.bytes, Reverse(it.allows), it.place);
        let order = |one: &Self, other: &Self| {
            one.normal.cmp(other.normal).then_with(|| tie(one).cmp(&tie(other)))
        };
        keys.sort_unstable_by(|(head, one), (other_head, other)| {
            head.cmp(other_head).then_with(|| match (entries.get(*one), entries.get(*other)) {
                (Some(one), Some(other)) => order(one, other),
                _ => Ordering::Equal,
            })
        });
        let mut sorted = Vec::with_capacity(entries.len());
        sorted.extend(keys.iter().filter_map(|&(_, at)| entries.get(at)));
        sorted
    }

    /// How the normal form begins, as a number that orders as it does.
    fn head(&self) -> u128 {
        let mut head = [0; 16];
        let len = self.normal.len().min(head.len());
        if let (Some(to), Some(from)) = (head.get_mut(..len), self.normal.get(..len)) {
            to.copy_from_slice(from);
        }
        u128::from_be_bytes(head)
    }

    /// Whether it is a mere prefix, whose length is its rank. A triplet that is compared as one
    /// character counts as three (F-22, F-23).
    pub(super) fn is_plain(&self) -> bool {
        self.normal.len() == self.bytes
            && self.normal.last() != Some(&b'*')
            && self.pattern.is_prefix()
    }

    /// Whether both match the same and count the same, so that only their kinds can differ.
    pub(super) fn is_twin(&self, other: &Self) -> bool {
        self.normal == other.normal && self.rank.ties(other.rank)
    }
}

/// What the rules beside one rule come to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Beside {
    /// One that goes before it and matches all it matches.
    pub(super) over: Option<usize>,
    /// The highest below it that says the same of all it matches.
    pub(super) same: Option<(Rank, usize)>,
    /// The highest rank below it of one that says otherwise of something it matches.
    pub(super) otherwise: Rank,
}

impl Beside {
    /// Looks for rules that hold the one at hand. `found` is room to work in.
    pub(super) fn look_up(&mut self, of: &Entry<'_>, others: &Others<'_>, found: &mut Vec<usize>) {
        for other in others.wider(of, found) {
            if other.rank > of.rank {
                if self.over.is_none() && other.pattern.covers(&of.pattern) {
                    self.over = Some(other.place);
                }
            } else if other.allows == of.allows
                && other.rank < of.rank
                && self.same.is_none_or(|(rank, _)| other.rank > rank)
                && other.pattern.covers(&of.pattern)
            {
                self.same = Some((other.rank, other.place));
            }
        }
    }

    /// Looks for rules that stand in the way of what was found.
    pub(super) fn look_across(&mut self, of: &Entry<'_>, others: &Others<'_>) {
        for other in &others.entries {
            if other.allows != of.allows
                && other.rank < of.rank
                && other.rank > self.otherwise
                && other.pattern.overlaps(&of.pattern)
            {
                self.otherwise = other.rank;
            }
        }
    }

    /// Whether it depends on rules that say otherwise.
    pub(super) fn is_open(&self, of: &Entry<'_>) -> bool {
        self.over.is_none()
            && (of.allows && self.otherwise == Rank::NONE
                || self.same.is_some_and(|(rank, _)| rank > self.otherwise))
    }

    pub(super) fn effect(self, of: &Entry<'_>) -> Option<Effect> {
        if let Some(over) = self.over {
            return Some(Effect::Shadowed(over));
        }
        if of.allows && self.otherwise == Rank::NONE {
            return Some(Effect::LiftsNothing);
        }
        let (rank, place) = self.same?;
        (rank > self.otherwise).then_some(Effect::Redundant(place))
    }
}
