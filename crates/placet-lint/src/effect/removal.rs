//! Whether the removal of a rule without effect is safe.

use super::clear::is_inside;
use super::{Effect, Effects};
use crate::finding::Applicability;
use crate::view::View;

impl Effects {
    /// Whether it is safe to remove the rule together with all others without effect; `None` if no
    /// other rule of its group stays, so that the group would merge with the next (F-03).
    pub(crate) fn removal(
        &self,
        view: &View<'_>,
        place: usize,
        effect: Effect,
    ) -> Option<Applicability> {
        let group = view.rules.get(place)?.group;
        let is_useful = *self.useful.get(group)?;
        let is_safe = self.profiles_agree && self.is_clear(view, place, effect).unwrap_or(false);
        is_useful.then_some(if is_safe { Applicability::Safe } else { Applicability::Unsafe })
    }

    /// Whether it is clear what the author meant by the rule, and that the rule is not needed for it:
    /// it contradicts no other rule, and the rule that makes it redundant is clear as well.
    fn is_clear(&self, view: &View<'_>, place: usize, effect: Effect) -> Option<bool> {
        let row = view.rules.get(place)?;
        let has_comment = view.removal(row.rule.line()) == Applicability::Unsafe;
        if has_comment || self.unclear.contains(view, row) {
            return Some(false);
        }
        let other = match effect {
            // The author of such a rule may have meant something else.
            Effect::LosesTie(_) | Effect::OverridesNothing => return Some(false),
            Effect::Duplicate(at) | Effect::Shadowed(at) | Effect::Redundant(at) => at,
        };
        let other = view.rules.get(other)?;
        let is_inside = is_inside(row.rule.normal_form()?, other.rule.normal_form()?);
        let is_same = matches!(effect, Effect::Duplicate(_));
        let agrees = other.rule.kind() == row.rule.kind() && (is_same || is_inside);
        Some(agrees && !self.unclear.contains(view, other))
    }
}
