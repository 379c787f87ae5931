//! Comparison of conventional rules alone.
//!
//! The answers about a path differ only if the rule that decides in one file is not in the other:
//! if both files had both deciding rules, each would be the highest in both. So it is enough to
//! search, for each rule that only one file has, for a path that it decides there and that the
//! other file answers differently. The kind of the rule gives the direction.

use super::finding::{KnownBy, Within};
use super::{Compared, Findings, Pair, Unfinished};
use crate::analysis::paths;
use crate::analysis::paths::{Aim, Budget, Found, Term, Walk, Wanted, weight};
use crate::evaluate::AgentPolicy;
use crate::pattern::Target;
use crate::text::limits::CHANGE_STEPS_EACH;
use crate::vocabulary::Rank;

/// Finds the changes; records where not everything could be examined.
pub(super) fn survey(
    pair: &Pair,
    compared: &Compared<'_>,
    findings: &mut Findings<'_>,
    budget: &mut Budget,
) {
    let terms = &compared.terms;
    // Most statements are settled by their first bytes.
    let weight = (weight(&pair.old) + weight(&pair.new)) / 8;
    let mut left: Vec<(Wanted, Case<'_, '_>)> = Vec::new();
    // The quick check comes first for all of them: it settles most.
    for &changed in &compared.changed {
        let (Some(rule), Some(term)) = (changed.rule, terms.all.get(changed.term as usize)) else {
            continue;
        };
        let case = Case { pair, term, rule };
        let mut texts = term.reading.pattern().simplest();
        let mut look = |text: Vec<u8>| case.show(&text, &mut budget.steps);
        match texts.find_map(&mut look) {
            Some(path) => {
                budget.steps += weight;
                findings.add(&path, KnownBy::Lines, |_| Within::of(term, changed.term));
            }
            None => left.push((changed, case)),
        }
    }
    let unfinished = budget.in_rounds(left, CHANGE_STEPS_EACH, |(changed, case), own| {
        let mut walk = Walk::new(terms, *changed, Aim::Turns, own);
        let path = match walk.next(own.ceiling, &mut own.steps) {
            Found::Path(path, _) => case.show(&path, &mut own.steps),
            Found::Nothing => return true,
            Found::Unknown => None,
        };
        let Some(path) = path else { return false };
        own.steps += weight;
        findings.add(&path, KnownBy::Lines, |_| Within::of(case.term, changed.term));
        true
    });
    findings.note(unfinished.map(Unfinished::from));
}

/// A rule of one file, compared with the other file.
struct Case<'c, 'p> {
    pair: &'c Pair,
    term: &'c Term<'p>,
    rule: (usize, Rank),
}

impl Case<'_, '_> {
    /// The path, if the rule decides about it and the other file answers differently.
    fn show(&self, path: &[u8], steps: &mut u64) -> Option<String> {
        let (lane, rank) = self.rule;
        let path = std::str::from_utf8(path).ok()?;
        let url = paths::url(path, self.pair.old.policy().profile());
        let target = self.pair.old.target(&url).ok()?;
        let mut highest = |agent_policy: &AgentPolicy, target: &Target<'_>| {
            agent_policy.rank_counting(target, steps)
        };
        let (old, new) = (highest(&self.pair.old, &target), highest(&self.pair.new, &target));
        let (own, other) = if lane == 0 { (old, new) } else { (new, old) };
        let decides = target.bytes() == path.as_bytes()
            && !target.is_robots_txt()
            && own == rank
            && other.closes() != rank.closes()
            && self.term.reading.pattern().matches(&target);
        decides.then(|| path.to_owned())
    }
}
