//! Reports rules that a file does not need.

use crate::effect::Effect;
use crate::finding::{Edit, Findings, Fix};
use crate::view::{RuleRow, View};

/// Reports every rule with an effect in which `other` finds another rule, by its place in the view.
/// The message gets the rule and the line of the other; `label` marks the other.
///
/// The fix removes the line, if another rule of its group stays.
pub(super) fn report(
    view: &View<'_>,
    findings: &mut Findings,
    other: impl Fn(Effect) -> Option<usize>,
    message: impl Fn(&RuleRow<'_>, usize) -> String,
    label: &'static str,
) {
    let effects = view.effects();
    for (place, effect) in effects.iter() {
        let Some(row) = view.rules.get(place) else { continue };
        let is_same =
            |at: &usize| view.rules.get(*at).is_some_and(|it| it.rule.kind() == row.rule.kind());
        let shown = match effect {
            // A longer rule of the same kind does no more harm than a shorter one.
            Effect::Shadowed(over) if is_same(&over) => Effect::Redundant(over),
            effect => effect,
        };
        let Some(other) = other(shown).and_then(|at| view.rules.get(at)) else { continue };
        let whole = view.whole_line(row.rule.line());
        let fix = effects
            .removal(view, place, effect)
            .map(|safety| Fix::new(safety, "remove the line", Edit::delete(whole)));
        findings
            .at(row.rule.record().range(), message(row, other.rule.line()))
            .also(other.rule.record().range(), label)
            .fix(fix);
    }
}
