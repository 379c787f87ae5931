//! Rules whose lengths decide as the precedence of other laws does.
//!
//! Of two contradicting statements about one path, one takes precedence. If it is the shorter one, `*`
//! are added to it, which do not change what it matches but count (RFC 9309 §2.2.2, F-23).

use std::cmp::Ordering;

use placet::pattern::{Scope, compare_scopes};
use placet::robots::{Rank, RuleKind};

use crate::convert::path_set::{PathSet, Steps, TooLong};
use crate::limits::PAIRS;

/// A statement about some paths.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    pub(super) kind: RuleKind,
    pub(super) paths: PathSet,
    pub(super) line: usize,
    /// A statement of a higher layer takes precedence.
    pub(super) layer: u8,
    /// The precedence within a layer.
    pub(super) weight: Weight,
}

/// The precedence between two statements of one layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Weight {
    /// The narrower pattern, compared from left to right, and a prohibition if neither is narrower
    /// (ACAP 1.0 §2.4.5): the pattern in lower case.
    Scope(Vec<u8>),
    /// The longer pattern, and a permission if both have the same length (RFC 9309 §2.2.2).
    Rank(Rank),
}

/// A rule of a group.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rule {
    pub(super) line: usize,
    pub(super) kind: RuleKind,
    pub(super) text: String,
}

/// The rules that decide as the statements do, and the lines of those that no length can express.
pub(super) fn rules(
    statements: &[Statement],
    steps: &mut Steps,
) -> Result<(Vec<Rule>, Vec<usize>), TooLong> {
    let statements = useful(statements, steps)?;
    let mut pairs = Vec::new();
    for (at, one) in statements.iter().enumerate() {
        for (other_at, other) in statements.iter().enumerate().skip(at + 1) {
            if one.kind != other.kind && one.paths.overlaps(&other.paths, steps)? {
                if pairs.len() == PAIRS {
                    return Err(TooLong);
                }
                pairs.push(if one.takes_precedence(other) {
                    (at, other_at)
                } else {
                    (other_at, at)
                });
            }
        }
    }
    let mut lengths: Vec<usize> =
        statements.iter().map(|it| it.paths.with_stars(1).len()).collect();
    let mut lost = Vec::new();
    // Each round settles one more statement of a chain; more rounds than statements mean a cycle.
    for round in 0..=statements.len() {
        let mut settled = true;
        for &(first, second) in &pairs {
            let (Some(winner), Some(&length)) = (statements.get(first), lengths.get(second)) else {
                continue;
            };
            let needed = length + usize::from(winner.kind == RuleKind::Disallow);
            let Some(own) = lengths.get_mut(first).filter(|own| **own < needed) else { continue };
            if winner.paths.is_path() || round == statements.len() {
                lost.push(winner.line);
            } else {
                *own = needed;
                settled = false;
            }
        }
        steps.take(pairs.len())?;
        if settled {
            break;
        }
    }
    lost.sort_unstable();
    lost.dedup();
    let mut rules: Vec<Rule> = statements
        .iter()
        .zip(lengths)
        .map(|(it, length)| {
            let text = it.paths.with_stars(1);
            let more = length.saturating_sub(text.len());
            let text = match more {
                0 => text,
                _ if it.paths.is_prefix() => it.paths.with_tail(more),
                _ => it.paths.with_stars(more + 1),
            };
            Rule { line: it.line, kind: it.kind, text }
        })
        .collect();
    rules.sort();
    rules.dedup_by(|one, other| (one.kind, &one.text) == (other.kind, &other.text));
    Ok((rules, lost))
}

/// Removes the statements that lie completely within one of the other kind and higher precedence, and
/// so never decide. If neither is narrower, they stay: they may still be narrower than a third.
fn useful(statements: &[Statement], steps: &mut Steps) -> Result<Vec<Statement>, TooLong> {
    let mut useful = Vec::with_capacity(statements.len());
    for (at, one) in statements.iter().enumerate() {
        let mut decides = true;
        steps.take(statements.len())?;
        for (other_at, other) in statements.iter().enumerate() {
            let same = one.kind == other.kind && one.paths == other.paths && other_at < at;
            let beaten =
                one.kind != other.kind && other.takes_precedence(one) && !other.is_unlike(one);
            if same || beaten && other.paths.covers(&one.paths, steps)? {
                // Of equal statements the one of higher precedence is needed.
                decides &= same && one.takes_precedence(other);
            }
        }
        if decides {
            useful.push(one.clone());
        }
    }
    Ok(useful)
}

impl Statement {
    /// Whether neither of the two is narrower.
    fn is_unlike(&self, other: &Self) -> bool {
        match (&self.weight, &other.weight) {
            (Weight::Scope(one), Weight::Scope(two)) => {
                self.layer == other.layer && compare_scopes(one, two) == Scope::Undetermined
            }
            _ => false,
        }
    }

    /// Whether this one decides if both match.
    fn takes_precedence(&self, other: &Self) -> bool {
        let closing =
            if self.kind == RuleKind::Disallow { Ordering::Greater } else { Ordering::Less };
        let order =
            self.layer.cmp(&other.layer).then_with(|| match (&self.weight, &other.weight) {
                (Weight::Scope(one), Weight::Scope(other)) => match compare_scopes(one, other) {
                    Scope::Narrower => Ordering::Greater,
                    Scope::Broader => Ordering::Less,
                    Scope::Same | Scope::Undetermined => closing,
                },
                (Weight::Rank(one), Weight::Rank(other)) => one.cmp(other),
                _ => Ordering::Equal,
            });
        order == Ordering::Greater
    }
}
