//! Whether a change is about all paths of its pattern, about the rest of them, or about some.

use super::Pair;
use super::finding::{Change, Effect, Share, effect};
use crate::analysis::paths;
use crate::analysis::paths::{Aim, Budget, Found, Terms, Walk, Wanted, weight};
use crate::text::limits::CHANGE_STEPS_MEASURE;
use crate::vocabulary::AskedAt;

impl Change {
    /// Visits all paths that the pattern matches, and records how many of them change so. Where
    /// that takes too long it is not known.
    pub(super) fn measure(&mut self, pair: &Pair, terms: &Terms<'_>, budget: &mut Budget) {
        let Some(term) = self.within.term.filter(|_| !budget.is_spent()) else { return };
        let ceiling = budget.ceiling.min(budget.steps + CHANGE_STEPS_MEASURE);
        let weight = 1 + weight(&pair.old) + weight(&pair.new);
        let mut walk = Walk::new(terms, Wanted { term, rule: None }, Aim::All, budget);
        let mut share = Share::All;
        self.share = loop {
            match walk.next(ceiling, &mut budget.steps) {
                Found::Nothing => break share,
                Found::Path(path, _) => {
                    budget.steps += weight;
                    share = share.max(self.share_of(&path, pair));
                    if share == Share::Some {
                        break share;
                    }
                }
                Found::Unknown => break Share::Some,
            }
        };
    }

    /// What a change that is about this path only would have to be called: all of its pattern if
    /// the path changes so for each of the usages, the rest if it had the new verdict before.
    fn share_of(&self, path: &[u8], pair: &Pair) -> Share {
        let Ok(path) = std::str::from_utf8(path) else { return Share::Some };
        let url = paths::url(path, pair.old.policy().profile());
        let (Ok(before), Ok(after)) = (pair.old.target(&url), pair.new.target(&url)) else {
            return Share::Some;
        };
        let asked_at = AskedAt::new();
        let before = pair.old.evaluation(&before, &asked_at);
        let after = pair.new.evaluation(&after, &asked_at);
        let rulings = before.rule_all(self.usages()).zip(after.rule_all(self.usages()));
        let shares = rulings.map(|(before, after)| {
            let permits = after.last().is_some_and(|it| it.verdict.is_permit());
            match (effect(&before, &after), self.effect()) {
                (Some(found), own) if found == own => Share::All,
                (None, Effect::Closes) if !permits => Share::Rest,
                (None, Effect::Opens) if permits => Share::Rest,
                _ => Share::Some,
            }
        });
        shares.max().unwrap_or(Share::Some)
    }
}
