//! All that an answer to an audience can depend on: patterns of either file, and what matching one
//! comes to.

use std::fmt;

use smallvec::SmallVec;

use super::finding::Within;
use super::token::Tokens;
use crate::law::rfc9309::Rank;
use crate::pattern::reading::Reading;
use crate::policy::AcapPattern;
use crate::profile::Profile;
use crate::target::Target;

/// A pattern, and what matching it comes to.
#[derive(Debug)]
pub(super) struct Term<'p> {
    pub(super) reading: Reading<'p>,
    /// The scope of an ACAP field, which is matched with paths in lower case.
    pub(super) scope: Option<&'p [u8]>,
    /// The highest rank of a rule of this pattern in each lane that has one.
    pub(super) ranks: SmallVec<[(usize, Rank); 2]>,
    /// What it comes to among ACAP fields.
    pub(super) token: Option<u32>,
    /// It is `/robots.txt`, which is left aside (RFC 9309 §2.2.2).
    pub(super) reserved: bool,
    /// As people read it.
    pub(super) shown: &'p [u8],
}

impl Term<'_> {
    /// Whether it is matched with paths in lower case.
    pub(super) fn is_folded(&self) -> bool {
        self.scope.is_some()
    }

    /// It as the pattern of a change, with its place among the terms.
    pub(super) fn within(&self, place: u32) -> Within {
        Within { pattern: self.to_string().into(), term: Some(place) }
    }
}

impl fmt::Display for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.shown))
    }
}

/// A term that not both files have, or not to the same effect. Where no such term matches a path,
/// the same is said of it in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) term: u32,
    /// The conventional rule: its lane and rank.
    pub(super) rule: Option<(usize, Rank)>,
}

/// All terms of an audience. A lane is the conventional side of one file: even ones are of the old
/// robots.txt and what it refers to, each beside its like of the new.
#[derive(Debug)]
pub(super) struct Terms<'p> {
    pub(super) all: Vec<Term<'p>>,
    pub(super) lanes: usize,
    pub(super) tokens: Tokens,
    pub(super) changed: Vec<Changed>,
    /// Conventional rules of one file on either side are all there is.
    pub(super) plain: bool,
    pub(super) profile: Profile,
    /// What every path that a term matches begins with, in lower case and in order.
    pub(super) prefixes: Vec<(Vec<u8>, u32)>,
}

impl Terms<'_> {
    /// Makes the terms ready to be asked which of them can match together.
    pub(super) fn arrange(mut self) -> Self {
        let prefix = |term: &Term<'_>| term.reading.literal_prefix().to_ascii_lowercase();
        self.prefixes = self.all.iter().map(prefix).zip(0..).collect();
        self.prefixes.sort_unstable();
        self
    }

    /// The changed pattern that a change lies within: the longest of a statement that decided, by
    /// its value, else the longest that matches the path.
    pub(super) fn nearest(&self, values: &[String], path: &str) -> Within {
        let place = |changed: &Changed| Some((changed.term, self.all.get(changed.term as usize)?));
        let changed = || self.changed.iter().filter_map(place);
        let length = |(_, term): &(u32, &Term<'_>)| term.reading.pattern().body().len();
        let decided = values.iter().filter_map(|value| {
            let rooted = AcapPattern::new(value.as_bytes());
            changed().find(|(_, term)| {
                let own = if term.is_folded() { &rooted.cased } else { value.as_bytes() };
                term.shown == own
            })
        });
        let folded = path.to_ascii_lowercase();
        let matches = |(_, term): &(u32, &Term<'_>)| {
            let path = if term.is_folded() { &folded } else { path };
            term.reading.pattern().matches(&Target::of_octets(path.as_bytes()))
        };
        let decided = decided.max_by_key(length);
        let nearest = decided.or_else(|| changed().filter(matches).max_by_key(length));
        nearest.map_or_else(
            || Within { pattern: "/".into(), term: None },
            |(place, term)| term.within(place),
        )
    }

    /// The terms that can match a path which this one matches too.
    pub(super) fn beside(&self, term: u32, steps: &mut u64) -> Vec<u32> {
        let Some(wanted) = self.all.get(term as usize) else { return Vec::new() };
        let prefix = wanted.reading.literal_prefix().to_ascii_lowercase();
        let from = self.prefixes.partition_point(|(it, _)| *it < prefix);
        let longer = self.prefixes.get(from..).unwrap_or_default();
        let mut found: Vec<u32> = longer
            .iter()
            .take_while(|(it, _)| it.starts_with(&prefix))
            .map(|&(_, term)| term)
            .collect();
        for len in 0..prefix.len() {
            let start = prefix.get(..len).unwrap_or_default();
            let from = self.prefixes.partition_point(|(it, _)| &**it < start);
            let same = self.prefixes.get(from..).unwrap_or_default();
            found.extend(same.iter().take_while(|(it, _)| &**it == start).map(|&(_, term)| term));
        }
        *steps += (found.len() + prefix.len()) as u64;
        found.sort_unstable();
        found
    }
}
