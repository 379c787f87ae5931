//! The terms that an answer can depend on: patterns, and the effect of matching them.

use std::fmt;

use smallvec::SmallVec;

use super::budget::Budget;
use super::token::Tokens;
use crate::pattern::automaton::Automaton;
use crate::vocabulary::{Profile, Rank};

/// A pattern, and the effect of matching it.
#[derive(Debug)]
pub(crate) struct Term<'p> {
    pub(crate) reading: Automaton<'p>,
    /// The scope of an ACAP field, which is matched with paths in lower case.
    pub(crate) scope: Option<&'p [u8]>,
    /// The highest rank of a rule of this pattern in each lane that has one.
    pub(crate) ranks: SmallVec<[(usize, Rank); 2]>,
    /// Its effect among ACAP fields.
    pub(crate) token: Option<u32>,
    /// It is `/robots.txt`, which is excluded (RFC 9309 §2.2.2).
    pub(crate) reserved: bool,
    /// As people read it.
    pub(crate) shown: &'p [u8],
}

impl Term<'_> {
    /// Whether it is matched with paths in lower case.
    pub(crate) fn is_folded(&self) -> bool {
        self.scope.is_some()
    }
}

impl fmt::Display for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.shown))
    }
}

/// The paths to search for: those that a term matches, perhaps because of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) term: u32,
    /// The conventional rule: its lane and rank.
    pub(crate) rule: Option<(usize, Rank)>,
}

/// All terms. A lane is the conventional side of one file: even ones are of a robots.txt and what
/// it refers to; where two files are compared, each has its counterpart of the new one.
#[derive(Debug)]
pub(crate) struct Terms<'p> {
    pub(crate) all: Vec<Term<'p>>,
    pub(crate) lanes: usize,
    pub(crate) tokens: Tokens,
    pub(crate) profile: Profile,
    /// The literal beginnings of all paths that a term matches, in lower case and sorted.
    pub(crate) prefixes: Vec<(Vec<u8>, u32)>,
}

impl Terms<'_> {
    /// Prepares the search for terms that can match together.
    pub(crate) fn arrange(mut self) -> Self {
        let prefix = |term: &Term<'_>| term.reading.pattern().literal_prefix().to_ascii_lowercase();
        self.prefixes = self.all.iter().map(prefix).zip(0..).collect();
        self.prefixes.sort_unstable();
        self
    }

    /// The terms that can match a path which this one matches too.
    pub(crate) fn overlapping(&self, term: u32, steps: &mut u64) -> Vec<u32> {
        let Some(wanted) = self.all.get(term as usize) else { return Vec::new() };
        let prefix = wanted.reading.pattern().literal_prefix().to_ascii_lowercase();
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

    /// Whether one of some terms matches every path that the wanted rule matches, and has a rule
    /// that outranks it: then the wanted rule decides about no path. False if the steps do not
    /// suffice to compare the patterns.
    pub(crate) fn outrank(&self, others: &[u32], wanted: Wanted, budget: &mut Budget) -> bool {
        let term = |at: u32| self.all.get(at as usize);
        let Some(((lane, rank), own)) = wanted.rule.zip(term(wanted.term)) else { return false };
        let is_higher =
            |term: &Term<'_>| term.ranks.iter().any(|&(its, other)| its == lane && other > rank);
        let mut others = others.iter().filter_map(|&at| Some((at, term(at)?)));
        others.any(|(at, other)| {
            is_higher(other)
                && !budget.is_spent()
                && (at == wanted.term || other.reading.covers(&own.reading, &mut budget.steps))
        })
    }
}
