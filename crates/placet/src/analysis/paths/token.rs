//! What of the ACAP fields about a path can matter to what they come to.
//!
//! A field gives way to a narrower one of the same usage, addressee and purposes (ACAP 1.0 §2.4.5);
//! and two that say the same and stand to all others alike come to the same, whichever is about
//! the path. So of all fields about a path a few tokens are enough to know the answer.

use std::collections::HashMap;

use crate::law::acap::Purposes;
use crate::pattern::scope::{Scope, compare};
use crate::vocabulary::{Condition, RuleKind, Usage};

/// Of which kind a field is: fields of one kind give way to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Sort {
    /// In the new file, or in the old one.
    pub(crate) new: bool,
    /// For which of the crawler's purposes, by its place.
    pub(crate) view: usize,
    pub(crate) usage: Usage,
    pub(crate) by_name: bool,
    pub(crate) purposes: Purposes,
}

/// What a field says, whatever it is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Saying<'p> {
    pub(crate) sort: Sort,
    pub(crate) kind: RuleKind,
    pub(crate) conditions: Vec<&'p Condition>,
}

/// What is said of one pattern.
#[derive(Debug)]
pub(crate) struct Said<'p> {
    /// As its scope is compared.
    pub(crate) scope: &'p [u8],
    /// Sorted, and each thing once.
    pub(crate) sayings: Vec<Saying<'p>>,
    /// It matters whether the pattern matches, whatever is narrower.
    pub(crate) kept: bool,
}

/// What makes two patterns one token: what is said of them, and which others are comparable with
/// them, by their places and whether they are the broader.
type Standing<'s, 'p> = (&'s [Saying<'p>], Vec<(usize, bool)>);

/// The tokens of all patterns that something is said of.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    /// For each pattern, by its place.
    pub(crate) of: Vec<u32>,
    /// For each token those that cannot matter beside it, in order.
    gives_way: Vec<Vec<u32>>,
}

impl Tokens {
    /// The tokens of these patterns, where comparing each with each is worth it.
    pub(crate) fn new(said: &[Said<'_>], ceiling: u64, steps: &mut u64) -> Self {
        let pairs = (said.len() as u64).saturating_mul(said.len() as u64);
        if pairs > ceiling {
            let of: Vec<u32> = (0..).take(said.len()).collect();
            return Self { gives_way: vec![Vec::new(); of.len()], of };
        }
        *steps += pairs;
        let mut tokens = Self::default();
        let mut alike: HashMap<Standing<'_, '_>, u32> = HashMap::new();
        let mut firsts: Vec<usize> = Vec::new();
        for (at, Said { scope, sayings, kept }) in said.iter().enumerate() {
            let next = u32::try_from(firsts.len()).unwrap_or(u32::MAX);
            let token = if *kept || crosses_levels(sayings) {
                next
            } else {
                let others = said.iter().enumerate();
                let row = others.filter_map(|(other, its)| match compare(scope, its.scope) {
                    Scope::Narrower => Some((other, true)),
                    Scope::Broader => Some((other, false)),
                    Scope::Same | Scope::Undetermined => None,
                });
                *alike.entry((sayings, row.collect())).or_insert(next)
            };
            if token == next {
                firsts.push(at);
            }
            tokens.of.push(token);
        }
        let heads = || (0_u32..).zip(firsts.iter().filter_map(|&at| said.get(at)));
        tokens.gives_way = heads()
            .map(|(_, one)| {
                heads().filter(|(_, other)| overrides(one, other)).map(|(it, _)| it).collect()
            })
            .collect();
        tokens
    }

    /// Adds a token to those held, and leaves out what cannot matter any more.
    pub(crate) fn hold(&self, token: u32, held: &mut smallvec::SmallVec<[u32; 4]>) {
        if self.is_moot(token, held) {
            return;
        }
        held.retain(|it| !self.gives_way(*it, token));
        let place = held.partition_point(|it| *it < token);
        held.insert(place, token);
    }

    /// Whether a token changes nothing beside those held.
    pub(crate) fn is_moot(&self, token: u32, held: &[u32]) -> bool {
        held.iter().any(|&it| it == token || self.gives_way(token, it))
    }

    /// Whether what a token says gives way to one of those held.
    pub(crate) fn is_overridden(&self, token: u32, held: &[u32]) -> bool {
        held.iter().any(|&it| self.gives_way(token, it))
    }

    fn gives_way(&self, token: u32, to: u32) -> bool {
        self.gives_way.get(to as usize).is_some_and(|them| them.binary_search(&token).is_ok())
    }

    /// A token of its own, that gives way to none.
    pub(crate) fn add(&mut self) -> u32 {
        self.gives_way.push(Vec::new());
        u32::try_from(self.gives_way.len() - 1).unwrap_or(u32::MAX)
    }
}

/// Whether it speaks of `present` and of a derivative: then it matters which pattern of several says
/// which.
fn crosses_levels(sayings: &[Saying<'_>]) -> bool {
    let any = |wanted: fn(Usage) -> bool| sayings.iter().any(|it| wanted(it.sort.usage));
    any(|usage| usage == Usage::Present) && any(|usage| usage.general().is_some())
}

/// Whether all that is said of the other pattern gives way to what is said of this one.
fn overrides(one: &Said<'_>, other: &Said<'_>) -> bool {
    let said_here = |it: &Saying<'_>| one.sayings.iter().any(|own| own.sort == it.sort);
    !other.kept
        && compare(one.scope, other.scope) == Scope::Narrower
        && other.sayings.iter().all(said_here)
}
