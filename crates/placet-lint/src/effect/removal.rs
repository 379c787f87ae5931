//! How safe it is to take out a rule without effect.

use placet::RuleKind;

use super::clear::takes_in;
use super::sets::sets;
use super::{Effect, Effects};
use crate::finding::Applicability;
use crate::glob::Glob;
use crate::limits::{PAIRS_COMPARED, RULES_COMPARED};
use crate::view::View;

impl Effects {
    /// How safe it is to take the rule out with all others like it; not possible where no other
    /// rule of its group stays, so that the group would run into the next (F-03).
    pub(crate) fn removal(
        &self,
        view: &View<'_>,
        place: usize,
        effect: Effect,
    ) -> Option<Applicability> {
        let group = view.rules.get(place)?.group;
        let is_useful = *self.useful.get(group)?;
        let is_safe = self.alike && self.is_clear(view, place, effect).unwrap_or(false);
        is_useful.then_some(if is_safe { Applicability::Safe } else { Applicability::Unsafe })
    }

    /// Whether it is clear what the rule was meant for, and that it is not needed for that: it
    /// contradicts no other, and what makes it needless means what it says.
    fn is_clear(&self, view: &View<'_>, place: usize, effect: Effect) -> Option<bool> {
        let row = view.rules.get(place)?;
        let has_comment = view.removal(row.rule.line()) == Applicability::Unsafe;
        if has_comment || self.unclear.holds(view, row) {
            return Some(false);
        }
        let other = match effect {
            Effect::LosesTie(_) => return Some(false),
            Effect::LiftsNothing => return Some(self.contradicted.binary_search(&place).is_err()),
            Effect::Duplicate(at) | Effect::Shadowed(at) | Effect::Redundant(at) => at,
        };
        let other = view.rules.get(other)?;
        let takes_in = takes_in(other.rule.normal_form()?, row.rule.normal_form()?);
        let is_same = matches!(effect, Effect::Duplicate(_));
        let agrees = other.rule.kind() == row.rule.kind() && (is_same || takes_in);
        Some(agrees && !self.unclear.holds(view, other))
    }
}

/// The rules that open nothing though they match some of what another closes for the same crawler,
/// and not all of it: `Allow: /*.css` beside `Disallow: /includes/`. An allow that takes in all that
/// is closed is the rule to an exception. They are given by their places, in their order.
///
/// What is not found out within [`PAIRS_COMPARED`] is taken for contradicted.
pub(super) fn contradicted(view: &View<'_>, effects: &Effects) -> Vec<usize> {
    let is_idle = |place: usize| {
        let at = effects.of.binary_search_by_key(&place, |&(place, _)| place);
        at.is_ok_and(|at| effects.of.get(at).is_some_and(|it| it.1 == Effect::LiftsNothing))
    };
    let mut contradicted = Vec::new();
    if !effects.of.iter().any(|it| it.1 == Effect::LiftsNothing) {
        return contradicted;
    }
    let (mut pairs, mut compared) = (PAIRS_COMPARED, 0);
    for set in sets(view) {
        let groups = || set.iter().filter_map(|&group| view.groups.get(group));
        compared += groups().map(|block| block.rules.len()).sum::<usize>();
        if compared > RULES_COMPARED {
            // From here on no rule was judged.
            break;
        }
        let (mut closed, mut idle) = (Vec::new(), Vec::new());
        for place in groups().flat_map(|block| block.rules.clone()) {
            let Some(rule) = view.rules.get(place).map(|row| row.rule) else { continue };
            let Some(glob) = rule.normal_form().and_then(Glob::new) else { continue };
            if rule.kind() == RuleKind::Disallow {
                closed.push(glob);
            } else if is_idle(place) {
                idle.push((place, glob));
            }
        }
        for (place, allow) in idle {
            let left = pairs.checked_sub(closed.len());
            pairs = left.unwrap_or(pairs);
            let is_against = |it: &Glob<'_>| it.overlaps(&allow) && !allow.covers(it);
            if left.is_none() || closed.iter().any(is_against) {
                contradicted.push(place);
            }
        }
    }
    contradicted.sort_unstable();
    contradicted
}
