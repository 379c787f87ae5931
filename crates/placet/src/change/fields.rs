//! Where ACAP has a say, or a file is silenced as a whole.
//!
//! What is decided depends on a path only through what it [meets](super::walk::Met). So all that can
//! be met together with something that changed is gone through, and both files are asked about one
//! path for each.

use std::collections::HashSet;

use super::terms::{Changed, Terms};
use super::walk::{Found, Met, Walk};
use super::{Budget, Findings, Pair, weight};
use crate::pattern::reading::nearest;

/// Finds what changes; what could not be looked at is noted.
pub(super) fn survey(
    pair: &Pair,
    terms: &Terms<'_>,
    findings: &mut Findings<'_>,
    budget: &mut Budget,
) {
    let mut places: Vec<u32> = terms.changed.iter().map(|changed| changed.term).collect();
    places.sort_unstable();
    places.dedup();
    // The broadest first: their paths are the shortest.
    places.sort_by_key(|&place| {
        let term = terms.all.get(place as usize);
        term.map_or(0, |term| term.reading.pattern().body().len())
    });
    // Asking both files weighs every statement.
    let weight = 1 + weight(&pair.old) + weight(&pair.new);
    let mut met_before: HashSet<Met> = HashSet::new();
    let mut count = places.len() as u64;
    let whole = budget.ceiling;
    budget.ceiling = whole / 4 * 3;
    for &term in &places {
        if budget.is_spent() {
            findings.complete = false;
            break;
        }
        let ceiling = budget.share(count);
        count -= 1;
        let mut walk = Walk::new(terms, Changed { term, rule: None }, false, &mut budget.steps);
        loop {
            let (path, met) = match walk.next(ceiling, &mut budget.steps) {
                Found::Path(path, met) => (path, met),
                Found::Nothing => break,
                Found::Unknown => {
                    findings.complete = false;
                    break;
                }
            };
            if !met_before.insert(met) {
                continue;
            }
            budget.steps += weight;
            let Ok(path) = std::str::from_utf8(&path) else {
                findings.complete = false;
                continue;
            };
            findings.add(path, |sides| terms.nearest(&sides.values(), path));
        }
    }
    // Where not all paths could be gone through, those nearest to what changed are tried at least.
    let terms_left = places.iter().filter_map(|&place| terms.all.get(place as usize));
    let mut texts = terms_left.flat_map(|term| nearest(term.reading.pattern()).take(1));
    while !findings.complete && budget.steps + weight <= whole {
        let Some(text) = texts.next() else { break };
        budget.steps += weight;
        if let Ok(path) = std::str::from_utf8(&text) {
            findings.add(path, |sides| terms.nearest(&sides.values(), path));
        }
    }
}
