//! One rule compared with the others of its set.

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
    /// Which pairs of adjacent bytes it contains; computed only if some pattern has wildcards.
    pub(super) pairs: u64,
    pub(super) rank: Rank,
    /// The length that counts when rules are compared (F-23).
    bytes: usize,
    pub(super) allows: bool,
    pub(super) place: usize,
}

impl<'s> Entry<'s> {
    /// The rule at `place` with this normal form; `None` if it matches nothing.
    pub(super) fn new(rule: Rule<'s>, normal: &'s [u8], place: usize) -> Option<Self> {
        let pattern = Pattern::from_normal_form(normal)?;
        let allows = rule.kind() == RuleKind::Allow;
        let (rank, bytes) = (rule.rank(), rule.bytes());
        Some(Self { pattern, normal, pairs: 0, rank, bytes, allows, place })
    }

    /// Sorts the entries: equal patterns together, the allow first, then in the order of the file.
    /// `keys` is a reusable buffer.
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

    /// The first 16 bytes of the normal form, as a number with the same order.
    fn head(&self) -> u128 {
        let mut head = [0; 16];
        let len = self.normal.len().min(head.len());
        if let (Some(to), Some(from)) = (head.get_mut(..len), self.normal.get(..len)) {
            to.copy_from_slice(from);
        }
        u128::from_be_bytes(head)
    }

    /// Whether it is a prefix without wildcards, whose length is its rank. A percent-encoded character
    /// counts as three bytes, although it is compared as one (F-22, F-23).
    pub(super) fn is_plain(&self) -> bool {
        self.normal.len() == self.bytes
            && self.normal.last() != Some(&b'*')
            && self.pattern.is_prefix()
    }

    /// Whether both match the same URLs with the same length, so that only their kinds can differ.
    pub(super) fn is_twin(&self, other: &Self) -> bool {
        self.normal == other.normal && self.rank.ties(other.rank)
    }
}

/// What the other rules mean for one rule.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Neighbours {
    /// A rule that takes precedence and matches all of its URLs.
    pub(super) over: Option<usize>,
    /// The rule of the highest lower rank that decides the same for all of its URLs.
    pub(super) same: Option<(Rank, usize)>,
    /// The highest lower rank of a rule that decides otherwise for some of its URLs.
    pub(super) opposite: Rank,
}

impl Neighbours {
    /// Looks for rules that cover this one. `found` is a reusable buffer.
    pub(super) fn find_covering(
        &mut self,
        of: &Entry<'_>,
        others: &Others<'_>,
        found: &mut Vec<usize>,
    ) {
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

    /// Looks for rules of the other kind that overlap this one.
    pub(super) fn find_opposite(&mut self, of: &Entry<'_>, others: &Others<'_>) {
        for other in &others.entries {
            if other.allows != of.allows
                && other.rank < of.rank
                && other.rank > self.opposite
                && other.pattern.overlaps(&of.pattern)
            {
                self.opposite = other.rank;
            }
        }
    }

    /// Whether the effect depends on rules of the other kind.
    pub(super) fn is_undecided(&self, of: &Entry<'_>) -> bool {
        self.over.is_none()
            && (of.allows && self.opposite == Rank::NONE
                || self.same.is_some_and(|(rank, _)| rank > self.opposite))
    }

    pub(super) fn effect(self, of: &Entry<'_>) -> Option<Effect> {
        if let Some(over) = self.over {
            return Some(Effect::Shadowed(over));
        }
        if of.allows && self.opposite == Rank::NONE {
            return Some(Effect::OverridesNothing);
        }
        let (rank, place) = self.same?;
        (rank > self.opposite).then_some(Effect::Redundant(place))
    }
}
