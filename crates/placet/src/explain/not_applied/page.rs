//! The statements of the page and its header fields that did not apply.

use super::{Applied, List, NotApplied, NotAppliedReason, is_about};
use crate::evaluate::AgentPolicy;
use crate::policy::At;
use crate::vocabulary::{Family, Usage};

/// Lists the rules, the ACAP statements and the marked elements that did not apply.
pub(super) fn page(
    agent_policy: &AgentPolicy,
    needed: &[Usage],
    applied: &Applied,
    list: &mut List,
) {
    let Some(asked) = agent_policy.page_asked() else { return };
    let parts = &*asked.policy.parts;
    let profile = agent_policy.policy().profile();
    let whole = |at| String::from_utf8_lossy(parts.text(at)).into_owned();
    for restriction in &parts.restrictions {
        let binds = restriction.binds(agent_policy.agent());
        let rule = &restriction.rule;
        let touches = needed.iter().any(|&usage| rule.effect(usage).is_some());
        let reads_signals = profile.behaviour().reads_signals;
        let is_on = reads_signals && agent_policy.reads(Family::Noai);
        let is_read = is_on || !rule.is_signal();
        if !(binds && touches && is_read) {
            let reason = match (is_read, reads_signals) {
                (true, _) => NotAppliedReason::of(binds, touches, true),
                (false, true) => NotAppliedReason::Signal,
                (false, false) => NotAppliedReason::OtherProfile,
            };
            list.push(|| NotApplied::in_page(parts, restriction.at, rule.to_string(), reason));
        }
    }
    for (place, statement) in (0..).zip(&parts.acap.statements) {
        if !applied.statements.contains(&(None, place)) {
            let record = parts.acap.records.get(statement.record as usize);
            let addressed = record.and_then(|record| record.addresses(agent_policy.agent()));
            let at = parts.meta_at(statement);
            let reason = if asked.reads_acap {
                let about = is_about(needed, statement.usage);
                NotAppliedReason::of(addressed.is_some(), about, true)
            } else {
                NotAppliedReason::OtherProfile
            };
            list.push(|| NotApplied::in_page(parts, at, whole(at), reason));
        }
    }
    let marks = (0..).zip(&parts.marks).filter(|(place, _)| !applied.marks.contains(place));
    for (_, mark) in marks {
        let at = At::Element { document: mark.document, element: mark.element };
        let speaks = |usage: Usage| mark.about(usage, asked.definitions()).is_some();
        let about = Usage::ALL.into_iter().any(|usage| speaks(usage) && is_about(needed, usage));
        let reason = match asked.reads_acap {
            false => NotAppliedReason::OtherProfile,
            true if about => NotAppliedReason::OtherElement,
            true => NotAppliedReason::OtherUsage,
        };
        list.push(|| NotApplied::in_page(parts, at, whole(at), reason));
    }
    let documents = (0..).zip(&parts.documents).flat_map(|(document, of)| {
        let marked = (0..).zip(&of.elements).filter(|(_, element)| element.nosnippet);
        marked.map(move |(element, _)| At::Element { document, element })
    });
    for at in documents.filter(|at| applied.hidden != Some(*at)) {
        let snippet = needed.iter().any(|&usage| usage.is_snippet());
        let reason =
            if snippet { NotAppliedReason::OtherElement } else { NotAppliedReason::OtherUsage };
        list.push(|| NotApplied::in_page(parts, at, "data-nosnippet".to_owned(), reason));
    }
}
