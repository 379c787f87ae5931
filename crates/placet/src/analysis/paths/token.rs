//! Which ACAP fields about a path can affect the answer.
//!
//! A narrower field overrides one of the same usage, addressee and purposes (ACAP 1.0 §2.4.5). Two
//! fields that say the same and compare alike with all others have the same effect. So a few tokens
//! are enough to determine the answer, however many fields are about a path.

use std::collections::HashMap;

use crate::law::acap::Purposes;
use crate::pattern::scope::{Scope, compare};
use crate::vocabulary::{Condition, RuleKind, Usage};

/// The kind of a field: fields of one kind can override each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Sort {
    /// In the new file, or in the old one.
    pub(crate) new: bool,
    /// The purpose of the crawler, by its index.
    pub(crate) view: usize,
    pub(crate) usage: Usage,
    pub(crate) by_name: bool,
    pub(crate) purposes: Purposes,
}

/// What a field says, without its pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FieldContent<'p> {
    pub(crate) sort: Sort,
    pub(crate) kind: RuleKind,
    pub(crate) conditions: Vec<&'p Condition>,
}

/// The fields about one pattern.
#[derive(Debug)]
pub(crate) struct PatternFields<'p> {
    /// As its scope is compared.
    pub(crate) scope: &'p [u8],
    /// Sorted, without duplicates.
    pub(crate) contents: Vec<FieldContent<'p>>,
    /// It matters whether the pattern matches, even where another is narrower.
    pub(crate) kept: bool,
}

/// What makes two patterns one token: the same fields, and the same comparable patterns, by their
/// indices and whether they are broader.
type Standing<'s, 'p> = (&'s [FieldContent<'p>], Vec<(usize, bool)>);

/// The tokens of all patterns of fields.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    /// For each pattern, by its index.
    pub(crate) of: Vec<u32>,
    /// For each token those that it makes irrelevant, in order.
    gives_way: Vec<Vec<u32>>,
}

impl Tokens {
    /// The tokens of these patterns, where comparing each with each is worth it.
    pub(crate) fn new(fields: &[PatternFields<'_>], ceiling: u64, steps: &mut u64) -> Self {
        let pairs = (fields.len() as u64).saturating_mul(fields.len() as u64);
        if pairs > ceiling {
            let of: Vec<u32> = (0..).take(fields.len()).collect();
            return Self { gives_way: vec![Vec::new(); of.len()], of };
        }
        *steps += pairs;
        let mut tokens = Self::default();
        let mut alike: HashMap<Standing<'_, '_>, u32> = HashMap::new();
        let mut firsts: Vec<usize> = Vec::new();
        for (at, PatternFields { scope, contents, kept }) in fields.iter().enumerate() {
            let next = u32::try_from(firsts.len()).unwrap_or(u32::MAX);
            let token = if *kept || crosses_levels(contents) {
                next
            } else {
                let others = fields.iter().enumerate();
                let row = others.filter_map(|(other, its)| match compare(scope, its.scope) {
                    Scope::Narrower => Some((other, true)),
                    Scope::Broader => Some((other, false)),
                    Scope::Same | Scope::Undetermined => None,
                });
                *alike.entry((contents, row.collect())).or_insert(next)
            };
            if token == next {
                firsts.push(at);
            }
            tokens.of.push(token);
        }
        let heads = || (0_u32..).zip(firsts.iter().filter_map(|&at| fields.get(at)));
        tokens.gives_way = heads()
            .map(|(_, one)| {
                heads().filter(|(_, other)| overrides(one, other)).map(|(it, _)| it).collect()
            })
            .collect();
        tokens
    }

    /// Adds a token to those met, and removes those that no longer matter.
    pub(crate) fn hold(&self, token: u32, held: &mut smallvec::SmallVec<[u32; 4]>) {
        if self.is_moot(token, held) {
            return;
        }
        held.retain(|it| !self.gives_way(*it, token));
        let place = held.partition_point(|it| *it < token);
        held.insert(place, token);
    }

    /// Whether a token changes nothing next to those met.
    pub(crate) fn is_moot(&self, token: u32, held: &[u32]) -> bool {
        held.iter().any(|&it| it == token || self.gives_way(token, it))
    }

    /// Whether one of those met overrides a token.
    pub(crate) fn is_overridden(&self, token: u32, held: &[u32]) -> bool {
        held.iter().any(|&it| self.gives_way(token, it))
    }

    fn gives_way(&self, token: u32, to: u32) -> bool {
        self.gives_way.get(to as usize).is_some_and(|them| them.binary_search(&token).is_ok())
    }

    /// A separate token that none overrides.
    pub(crate) fn add(&mut self) -> u32 {
        self.gives_way.push(Vec::new());
        u32::try_from(self.gives_way.len() - 1).unwrap_or(u32::MAX)
    }
}

/// Whether it is about `present` and about a derivative: then it matters which pattern says which
///
fn crosses_levels(contents: &[FieldContent<'_>]) -> bool {
    let any = |wanted: fn(Usage) -> bool| contents.iter().any(|it| wanted(it.sort.usage));
    any(|usage| usage == Usage::Present) && any(|usage| usage.general().is_some())
}

/// Whether the fields about this pattern override all fields about the other.
fn overrides(one: &PatternFields<'_>, other: &PatternFields<'_>) -> bool {
    let said_here = |it: &FieldContent<'_>| one.contents.iter().any(|own| own.sort == it.sort);
    !other.kept
        && compare(one.scope, other.scope) == Scope::Narrower
        && other.contents.iter().all(said_here)
}
