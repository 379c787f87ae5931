//! Settles most rules by their simplest text, without asking the laws.
//!
//! A rule is plain if its pattern is a path in normal form, without wildcards and anchor. The longest
//! rule decides, and a plain rule that matches a text is not longer than the text. So only few rules
//! can outrank another one about a text that is not longer than it: those that are not plain, those
//! that allow, and those that are longer as written than in normal form.

use std::borrow::Cow;
use std::cell::LazyCell;

use super::example::Example;
use crate::pattern::{ByteSet, Pattern, Target, normalise};
use crate::text::limits::EXTENT_WILDCARDS;
use crate::vocabulary::{Profile, Rank};

/// What is known about a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Settled {
    /// It decides about this path.
    Decides(Example),
    /// It decides about no path.
    Never,
}

/// The rules that can outrank another one about its simplest text.
#[derive(Debug, Default)]
pub(super) struct Outranking<'p> {
    plain: Vec<Plain<'p>>,
    /// The rules that are not plain, those of the highest rank first, each with bytes that every path
    /// contains which it matches.
    others: Vec<(Rank, ByteSet, Pattern<'p>)>,
}

/// A plain rule that allows, or that is longer as written than in normal form (F-23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Plain<'p> {
    text: &'p [u8],
    /// The highest rank among those that match its text.
    highest: Rank,
    /// The place of the longest other one that matches its text, or its own if there is none.
    shorter: usize,
}

impl<'p> Outranking<'p> {
    /// Those among the rules of a crawler, each with whether it is plain. `None` where more rules are not plain than are tried one by
    /// one, and in profiles that read a path in another way.
    pub(super) fn new(
        profile: Profile,
        rules: impl Iterator<Item = (Pattern<'p>, bool, Rank)>,
    ) -> Option<Self> {
        if profile.behaviour().takes_any_text {
            return None;
        }
        let mut outranking = Self::default();
        for (pattern, is_plain, rank) in rules {
            let text = pattern.body();
            if !is_plain {
                outranking.others.push((rank, ByteSet::of_pattern(pattern), pattern));
            } else if !rank.closes() || pattern.len() > text.len() {
                outranking.plain.push(Plain { text, highest: rank, shorter: 0 });
            }
            if outranking.others.len() > EXTENT_WILDCARDS {
                return None;
            }
        }
        outranking.others.sort_unstable_by(|(one, ..), (other, ..)| other.cmp(one));
        outranking.link();
        Some(outranking)
    }

    /// Orders the plain rules, and links each to those that match its text.
    fn link(&mut self) {
        self.plain.sort_unstable();
        for at in 0..self.plain.len() {
            let (before, [own, ..]) = self.plain.split_at_mut(at) else { return };
            own.shorter = at;
            if let Some((place, shorter)) = longest(before, own.text) {
                own.shorter = place;
                own.highest = own.highest.max(shorter.highest);
            }
        }
    }

    /// What is known about a rule, which may be known to be plain. Adds to `steps` the number of bytes and rules examined.
    pub(super) fn settle(
        &self,
        (pattern, is_plain): (Pattern<'p>, bool),
        rank: Rank,
        steps: &mut u64,
    ) -> Option<Settled> {
        let text = if is_plain { Cow::Borrowed(pattern.body()) } else { pattern.shortest() };
        *steps += text.len() as u64;
        if text.len() > pattern.len()
            || !is_plain && !normalise::is_path(&text)
            || text.starts_with(b"/robots.txt")
        {
            return None;
        }
        let target = Target::of_bytes(&text);
        if matches!(text, Cow::Owned(_)) && !pattern.matches_counting(&target, steps) {
            return None;
        }
        let end = self.plain.partition_point(|it| it.text <= &*text);
        if let Some((_, plain)) = longest(self.plain.get(..end).unwrap_or_default(), &text)
            && plain.highest > rank
        {
            // It matches every path that begins with its text.
            let covers = plain.text.len() <= pattern.literal_prefix().len();
            return covers.then_some(Settled::Never);
        }
        let bytes = LazyCell::new(|| ByteSet::of(&text));
        for (_, needed, other) in self.others.iter().take_while(|(other, ..)| *other > rank) {
            *steps += 1;
            if bytes.covers(*needed) && other.matches_counting(&target, steps) {
                // Of patterns with two forms, comparing takes longer than a walk.
                let is_simple = other.in_query().or(pattern.in_query()).is_none();
                let covers = is_simple && other.covers_counting(&pattern, steps);
                return covers.then_some(Settled::Never);
            }
        }
        Example::of(&text).map(Settled::Decides)
    }
}

/// The longest rule that matches a text, with its place, among those that are before the text or
/// equal to it in order.
fn longest<'a, 'p>(sorted: &'a [Plain<'p>], text: &[u8]) -> Option<(usize, &'a Plain<'p>)> {
    let mut place = sorted.len().checked_sub(1)?;
    loop {
        let rule = sorted.get(place)?;
        if text.starts_with(rule.text) {
            return Some((place, rule));
        }
        // One that matches the text matches every text between the two in order.
        place = Some(rule.shorter).filter(|shorter| *shorter < place)?;
    }
}

/// Whether a pattern is plain, so that a path matches if it begins with the pattern's text.
pub(super) fn is_plain(pattern: Pattern<'_>) -> bool {
    let text = pattern.body();
    !pattern.is_anchored() && pattern.in_query().is_none() && normalise::is_path(text)
}
