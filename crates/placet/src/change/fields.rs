//! Where ACAP has a say, or a file is silenced as a whole.
//!
//! What is decided depends on a path only through what it [meets](super::walk::Met). So all that can
//! be met together with something that changed is gone through, and both files are asked about one
//! path for each.

use std::collections::HashSet;

use super::terms::{Changed, Terms};
use super::walk::{Found, Met, Walk};
use super::{Budget, Findings, Pair, shown};
use crate::decide::Inquiry;

/// Finds what changes; says whether everything was looked at.
pub(super) fn survey(
    pair: &Pair,
    terms: &Terms<'_>,
    findings: &mut Findings<'_>,
    budget: &mut Budget,
) {
    // The narrowest first, so that a change is told by the pattern that is nearest to it.
    let mut places: Vec<u32> = terms.changed.iter().map(|changed| changed.term).collect();
    places.sort_unstable();
    places.dedup();
    places.sort_by_key(|&place| {
        let term = terms.all.get(place as usize);
        std::cmp::Reverse(term.map_or(0, |term| term.reading.pattern().body().len()))
    });
    let weight = |inquiry: &Inquiry| {
        let applicable = inquiry.applicable();
        let entries = applicable.iter().flat_map(|it| &it.views).map(|view| view.entries.len());
        (inquiry.rules().count() + entries.sum::<usize>()) as u64
    };
    // Rules are tried once for all usages, fields for each.
    let weight = 1 + weight(&pair.old) + weight(&pair.new);
    let mut met_before: HashSet<Met> = HashSet::new();
    let mut count = places.len() as u64;
    for place in places {
        let Some(term) = terms.all.get(place as usize) else { continue };
        let ceiling = budget.share(count);
        count -= 1;
        let changed = Changed { term: place, rule: None };
        let mut walk = Walk::new(terms, changed, false, &mut budget.steps);
        loop {
            match walk.next(ceiling, &mut budget.steps) {
                Found::Path(path, met) => {
                    if met_before.insert(met) {
                        budget.steps += weight;
                        match std::str::from_utf8(&path) {
                            Ok(path) => findings.add(path, &shown(term)),
                            Err(_) => findings.complete = false,
                        }
                    }
                }
                Found::Nothing => break,
                Found::Unknown => {
                    findings.complete = false;
                    break;
                }
            }
        }
    }
}
