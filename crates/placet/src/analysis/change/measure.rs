//! Whether a change is about all paths of its pattern, or about some.

use super::Pair;
use super::finding::{Change, effect};
use crate::analysis::paths;
use crate::analysis::paths::{Aim, Budget, Found, Terms, Walk, Wanted, weight};
use crate::text::limits::CHANGE_STEPS_MEASURE;
use crate::vocabulary::AskedAt;

impl Change {
    /// Visits all paths that the pattern matches, and records whether every one changes so. Where
    /// that takes too long it is not known.
    pub(super) fn measure(&mut self, pair: &Pair, terms: &Terms<'_>, budget: &mut Budget) {
        let Some(term) = self.within.term.filter(|_| !budget.is_spent()) else { return };
        let ceiling = budget.ceiling.min(budget.steps + CHANGE_STEPS_MEASURE);
        let weight = 1 + weight(&pair.old) + weight(&pair.new);
        let mut walk = Walk::new(terms, Wanted { term, rule: None }, Aim::All, budget);
        self.entire = loop {
            match walk.next(ceiling, &mut budget.steps) {
                Found::Nothing => break true,
                Found::Path(path, _) => {
                    budget.steps += weight;
                    if !self.is_of(&path, pair) {
                        break false;
                    }
                }
                Found::Unknown => break false,
            }
        };
    }

    /// Whether a path changes so, for each of the usages.
    fn is_of(&self, path: &[u8], pair: &Pair) -> bool {
        let Ok(path) = std::str::from_utf8(path) else { return false };
        let url = paths::url(path, pair.old.policy().profile());
        let (Ok(before), Ok(after)) = (pair.old.target(&url), pair.new.target(&url)) else {
            return false;
        };
        let asked_at = AskedAt::new();
        let before = pair.old.evaluation(&before, &asked_at);
        let after = pair.new.evaluation(&after, &asked_at);
        let mut rulings = before.rule_all(self.usages()).zip(after.rule_all(self.usages()));
        rulings.all(|(before, after)| effect(&before, &after) == Some(self.effect()))
    }
}
