//! Telling of rules that could as well not be there.

use crate::effect::Effect;
use crate::finding::{Edit, Findings, Fix};
use crate::view::View;

/// What there is to say: the message, and another rule by its place with a word about it.
type Said = (&'static str, Option<(usize, &'static str)>);

/// Tells of every rule whose effect `say` has something to say about. The line may be taken out
/// where another of its group stays.
pub(super) fn tell(view: &View<'_>, findings: &mut Findings, say: impl Fn(Effect) -> Option<Said>) {
    let effects = view.effects();
    for (place, effect) in effects.iter() {
        let Some(row) = view.rules.get(place) else { continue };
        let is_same =
            |at: &usize| view.rules.get(*at).is_some_and(|it| it.rule.kind() == row.rule.kind());
        let shown = match effect {
            // A longer rule that says the same does no more harm than a shorter one.
            Effect::Shadowed(over) if is_same(&over) => Effect::Redundant(over),
            effect => effect,
        };
        let Some((message, other)) = say(shown) else { continue };
        let whole = view.whole_line(row.rule.line());
        let fix = effects
            .removal(view, place, effect)
            .map(|safety| Fix::new(safety, "take the line out", Edit::delete(whole)));
        let other =
            other.and_then(|(at, words)| Some((view.rules.get(at)?.rule.record().range(), words)));
        findings.at(row.rule.record().range(), message).also_at(other).fix(fix);
    }
}
