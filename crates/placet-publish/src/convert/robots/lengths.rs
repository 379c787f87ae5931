//! Rules that RFC 9309 decides by their length as other laws decide by other means.
//!
//! Of two statements that speak otherwise of one path, one goes before the other. Where it is the
//! shorter, `*` are added to it, which match nothing more and count (RFC 9309 §2.2.2, F-23).

use std::cmp::Ordering;

use placet::pattern::{Scope, compare_scopes};
use placet::robots::{Rank, RuleKind};

use crate::convert::path_set::{PathSet, Steps, TooLong};
use crate::limits::PAIRS;

/// A statement about some paths.
#[derive(Debug, Clone)]
pub(super) struct Said {
    pub(super) kind: RuleKind,
    pub(super) paths: PathSet,
    pub(super) line: usize,
    /// Of different layers the higher goes before.
    pub(super) layer: u8,
    /// What decides within a layer.
    pub(super) weight: Weight,
}

/// What decides between two statements of one layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Weight {
    /// The narrower pattern, told from left to right, and a prohibition where that cannot be told
    /// (ACAP 1.0 §2.4.5): the pattern in lower case.
    Scope(Vec<u8>),
    /// The longer pattern, and a permission where both are as long (RFC 9309 §2.2.2).
    Rank(Rank),
}

/// A rule of a group.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rule {
    pub(super) line: usize,
    pub(super) kind: RuleKind,
    pub(super) text: String,
}

/// The rules that decide as the statements do, and the lines of those that no length can say.
pub(super) fn rules(said: &[Said], steps: &mut Steps) -> Result<(Vec<Rule>, Vec<usize>), TooLong> {
    let said = useful(said, steps)?;
    let mut pairs = Vec::new();
    for (at, one) in said.iter().enumerate() {
        for (other_at, other) in said.iter().enumerate().skip(at + 1) {
            if one.kind != other.kind && one.paths.overlaps(&other.paths, steps)? {
                if pairs.len() == PAIRS {
                    return Err(TooLong);
                }
                pairs.push(if one.goes_before(other) { (at, other_at) } else { (other_at, at) });
            }
        }
    }
    let mut lengths: Vec<usize> = said.iter().map(|it| it.paths.with_stars(1).len()).collect();
    let mut unsaid = Vec::new();
    // Each round settles one more of a chain; where there are more rounds than statements, they go
    // round in a circle.
    for round in 0..=said.len() {
        let mut settled = true;
        for &(first, second) in &pairs {
            let (Some(winner), Some(&length)) = (said.get(first), lengths.get(second)) else {
                continue;
            };
            let needed = length + usize::from(winner.kind == RuleKind::Disallow);
            let Some(own) = lengths.get_mut(first).filter(|own| **own < needed) else { continue };
            if winner.paths.is_path() || round == said.len() {
                unsaid.push(winner.line);
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
    unsaid.sort_unstable();
    unsaid.dedup();
    let mut rules: Vec<Rule> = said
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
    Ok((rules, unsaid))
}

/// Without those that lie wholly in one of the other kind that goes before them, and never decide.
/// Where that is only because the narrower cannot be told, they stay: they may still be narrower than
/// a third.
fn useful(said: &[Said], steps: &mut Steps) -> Result<Vec<Said>, TooLong> {
    let mut useful = Vec::with_capacity(said.len());
    for (at, one) in said.iter().enumerate() {
        let mut decides = true;
        steps.take(said.len())?;
        for (other_at, other) in said.iter().enumerate() {
            let same = one.kind == other.kind && one.paths == other.paths && other_at < at;
            let beaten = one.kind != other.kind && other.goes_before(one) && !other.is_unlike(one);
            if same || beaten && other.paths.covers(&one.paths, steps)? {
                // Of statements that say the same the one of more weight is needed.
                decides &= same && one.goes_before(other);
            }
        }
        if decides {
            useful.push(one.clone());
        }
    }
    Ok(useful)
}

impl Said {
    /// Whether it cannot be told which of the two is the narrower.
    fn is_unlike(&self, other: &Self) -> bool {
        match (&self.weight, &other.weight) {
            (Weight::Scope(one), Weight::Scope(two)) => {
                self.layer == other.layer && compare_scopes(one, two) == Scope::Undetermined
            }
            _ => false,
        }
    }

    /// Whether this one decides where both speak.
    fn goes_before(&self, other: &Self) -> bool {
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
