//! Where conventional rules are all there is.
//!
//! A path is decided otherwise only if the rule that decides in one file is none of the other: were
//! it in both, and the other's deciding rule too, each would be the highest in both. So it is
//! enough to look, for each rule that only one file has, for a path that it decides there and that
//! is decided otherwise in the other. What the rule says tells in which direction.

use super::finding::{KnownBy, Within};
use super::{Compared, Findings, Pair, Unfinished};
use crate::analysis::paths;
use crate::analysis::paths::{Aim, Budget, Found, Term, Walk, Wanted, weight};
use crate::evaluate::AgentPolicy;
use crate::pattern::Target;
use crate::text::limits::CHANGE_STEPS_EACH;
use crate::vocabulary::Rank;

/// Finds what changes; that not everything could be looked at is noted.
pub(super) fn survey(
    pair: &Pair,
    compared: &Compared<'_>,
    findings: &mut Findings<'_>,
    budget: &mut Budget,
) {
    let terms = &compared.terms;
    // Most statements are weighed by a glance at their first bytes.
    let weight = (weight(&pair.old) + weight(&pair.new)) / 8;
    let mut left: Vec<(Wanted, Case<'_, '_>)> = Vec::new();
    // The quick look comes first for all of them: it settles most.
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
        let mut walk = Walk::new(terms, *changed, Aim::Turns, &mut own.steps);
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

/// A rule of one file beside the other.
struct Case<'c, 'p> {
    pair: &'c Pair,
    term: &'c Term<'p>,
    rule: (usize, Rank),
}

impl Case<'_, '_> {
    /// The path, if the rule decides about it and it is decided otherwise in the other file.
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
