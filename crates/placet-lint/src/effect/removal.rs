//! How safe it is to take out a rule without effect.

use super::clear::takes_in;
use super::{Effect, Effects};
use crate::finding::Applicability;
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
            // Why somebody opens what is open, or what stays closed, is not to be seen.
            Effect::LosesTie(_) | Effect::LiftsNothing => return Some(false),
            Effect::Duplicate(at) | Effect::Shadowed(at) | Effect::Redundant(at) => at,
        };
        let other = view.rules.get(other)?;
        let takes_in = takes_in(other.rule.normal_form()?, row.rule.normal_form()?);
        let is_same = matches!(effect, Effect::Duplicate(_));
        let agrees = other.rule.kind() == row.rule.kind() && (is_same || takes_in);
        Some(agrees && !self.unclear.holds(view, other))
    }
}
