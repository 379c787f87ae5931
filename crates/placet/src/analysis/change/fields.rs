//! Comparison where ACAP matters, or where a file prohibits everything.
//!
//! A decision depends on a path only through the terms that it [meets](Met). So this visits every
//! combination of terms that includes a changed one, and asks both files about one path for each.

use std::collections::HashSet;

use super::finding::{KnownBy, Sides};
use super::{Compared, Findings, Pair, Unfinished};
use crate::analysis::paths::{Aim, Budget, Found, Met, Walk, Wanted, weight};
use crate::text::limits::CHANGE_STEPS_EACH;

/// Finds the changes; records where not everything could be examined.
pub(super) fn survey(
    pair: &Pair,
    compared: &Compared<'_>,
    findings: &mut Findings<'_>,
    budget: &mut Budget,
) {
    let terms = &compared.terms;
    let mut places: Vec<u32> = compared.changed.iter().map(|changed| changed.term).collect();
    places.sort_unstable();
    places.dedup();
    // The broadest first: their paths are the shortest.
    places.sort_by_key(|&place| {
        let term = terms.all.get(place as usize);
        term.map_or(0, |term| term.reading.pattern().body().len())
    });
    // Asking both files examines every statement.
    let weight = 1 + weight(&pair.old) + weight(&pair.new);
    let whole = budget.ceiling;
    // The texts nearest to the change come first: they show it best, and are tried even where not
    // all paths can be visited.
    budget.ceiling = whole / 4;
    for term in places.iter().filter_map(|&place| terms.all.get(place as usize)) {
        let Some(text) = term.reading.pattern().simplest().next() else { continue };
        if budget.is_spent() {
            break;
        }
        budget.steps += weight;
        if let Ok(path) = std::str::from_utf8(&text) {
            let within = |sides: &Sides| compared.nearest(&sides.values(), path);
            findings.add(path, KnownBy::Pattern, within);
        }
    }
    budget.ceiling = whole;
    let mut met_before: HashSet<Met> = HashSet::new();
    let unfinished = budget.in_rounds(places, CHANGE_STEPS_EACH, |&mut term, own| {
        let mut walk = Walk::new(terms, Wanted { term, rule: None }, Aim::All, own);
        loop {
            let (path, met) = match walk.next(own.ceiling, &mut own.steps) {
                Found::Path(path, met) => (path, met),
                Found::Nothing => return true,
                Found::Unknown => return false,
            };
            if !met_before.insert(met) {
                continue;
            }
            own.steps += weight;
            let Ok(path) = std::str::from_utf8(&path) else {
                findings.note(Unfinished::Steps);
                continue;
            };
            let within = |sides: &Sides| compared.nearest(&sides.values(), path);
            findings.add(path, KnownBy::Pattern, within);
        }
    });
    findings.note(unfinished.map(Unfinished::from));
}
