//! Plain rules that decide about their own text, found without asking the laws.
//!
//! A rule is plain if its pattern is a path in normal form, without wildcards and anchor. The longest
//! rule decides. So of the plain rules that match the text of one of them, only those with the same
//! text can outrank it.

use crate::pattern::{ByteSet, Pattern, Target};
use crate::text::limits::EXTENT_WILDCARDS;
use crate::text::scan;
use crate::vocabulary::{Profile, Rank};

/// The rules that can outrank a plain rule about its own text.
#[derive(Debug, Default)]
pub(super) struct Outranking<'p> {
    /// The texts of plain rules that allow, in order.
    allowed: Vec<&'p [u8]>,
    /// The rules that are not plain, those of the highest rank first, each with bytes that every path
    /// contains which it matches.
    others: Vec<(Rank, ByteSet, Pattern<'p>)>,
}

impl<'p> Outranking<'p> {
    /// Those among the rules of a crawler. `None` where more rules are not plain than are tried one by
    /// one, and in profiles that read a path in another way.
    pub(super) fn new(
        profile: Profile,
        rules: impl Iterator<Item = (Pattern<'p>, Rank)>,
    ) -> Option<Self> {
        if profile.behaviour().takes_any_text {
            return None;
        }
        let mut outranking = Self::default();
        for (pattern, rank) in rules {
            if !is_plain(pattern) {
                outranking.others.push((rank, ByteSet::of_pattern(pattern), pattern));
            } else if !rank.closes() {
                outranking.allowed.push(pattern.body());
            }
            if outranking.others.len() > EXTENT_WILDCARDS {
                return None;
            }
        }
        outranking.allowed.sort_unstable();
        outranking.others.sort_unstable_by(|(one, ..), (other, ..)| other.cmp(one));
        Some(outranking)
    }

    /// Whether a rule is plain and decides about its own text, with that text. Adds to `steps` the
    /// number of bytes and rules examined.
    pub(super) fn decides(
        &self,
        pattern: Pattern<'p>,
        rank: Rank,
        steps: &mut u64,
    ) -> Option<&'p str> {
        let text = pattern.body();
        let is_outranked =
            || rank.closes() && self.allowed.binary_search_by(|it| (**it).cmp(text)).is_ok();
        if !is_plain(pattern) || text.starts_with(b"/robots.txt") || is_outranked() {
            return None;
        }
        let (target, bytes) = (Target::of_bytes(text), ByteSet::of(text));
        for (_, needed, other) in self.others.iter().take_while(|(other, ..)| *other > rank) {
            *steps += 1;
            if bytes.covers(*needed) && other.matches_counting(&target, steps) {
                return None;
            }
        }
        *steps += text.len() as u64;
        std::str::from_utf8(text).ok()
    }
}

/// Whether a pattern is plain. Its length, which its rank depends on, is then that of its text.
fn is_plain(pattern: Pattern<'_>) -> bool {
    let text = pattern.body();
    let has_forms = pattern.is_anchored() || pattern.in_query().is_some();
    text.len() == pattern.len() && !has_forms && scan::is_plain_path(text)
}
