//! The rules `noai`, `noimageai` and `noml` (S-091, S-092): they only refuse.

use super::Sources;
use crate::law::signal_ruling::{FamilyRuling, SignalAt, SignalEffect};
use crate::vocabulary::{Family, Usage};

pub(super) fn resolve(sources: &Sources<'_>, usage: Usage) -> Option<FamilyRuling> {
    let mut ruling = FamilyRuling::new(Family::Noai);
    let restrictions = sources.page.into_iter().flat_map(|page| &page.restrictions);
    let binding = restrictions.filter(|it| it.rule.is_signal() && it.binds(sources.agent));
    for restriction in binding {
        let refuses = restriction.rule.effect(usage).is_some();
        let effect = if refuses { SignalEffect::Refuses } else { SignalEffect::Nothing };
        ruling.cite(SignalAt::Page(restriction.at), effect);
    }
    ruling.settle();
    ruling.found()
}
