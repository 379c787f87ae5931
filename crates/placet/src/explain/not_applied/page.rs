//! What had no part of what header and HTML say.

use super::{Heard, List, NotApplied, NotAppliedReason, is_about, why};
use crate::evaluate::AgentPolicy;
use crate::policy::{At, PageParts};
use crate::vocabulary::Usage;

/// What the page says.
pub(super) fn page(inquiry: &AgentPolicy, needed: &[Usage], heard: &Heard, list: &mut List) {
    let Some(asked) = inquiry.page_asked() else { return };
    let parts = &*asked.policy.parts;
    let profile = inquiry.policy().profile();
    for restriction in &parts.restrictions {
        let binds = restriction.binds(inquiry.agent());
        let rule = &restriction.rule;
        let touches = needed.iter().any(|&usage| rule.effect(usage).is_some());
        let is_read = profile.behaviour().reads_signals || !rule.is_signal();
        if !(binds && touches && is_read) {
            let says = restriction.rule.to_string();
            let why =
                if is_read { why(binds, touches, true) } else { NotAppliedReason::OtherProfile };
            list.push(|| in_page(parts, restriction.at, says, why));
        }
    }
    for (place, statement) in (0..).zip(&parts.acap.statements) {
        if !heard.statements.contains(&(None, place)) {
            let record = parts.acap.records.get(statement.record as usize);
            let to_us = record.and_then(|record| record.addresses(inquiry.agent())).is_some();
            let at = parts.meta_at(statement);
            let says = || String::from_utf8_lossy(parts.text(at)).into_owned();
            let why = if asked.reads_acap {
                why(to_us, is_about(needed, statement.usage), true)
            } else {
                NotAppliedReason::OtherProfile
            };
            list.push(|| in_page(parts, at, says(), why));
        }
    }
    let marks = (0..).zip(&parts.marks).filter(|(place, _)| !heard.marks.contains(place));
    for (_, mark) in marks {
        let at = At::Element { document: mark.document, element: mark.element };
        let says = || String::from_utf8_lossy(parts.text(at)).into_owned();
        let speaks = |usage: Usage| mark.about(usage, asked.definitions()).is_some();
        let about = Usage::ALL.into_iter().any(|usage| speaks(usage) && is_about(needed, usage));
        let why = match asked.reads_acap {
            false => NotAppliedReason::OtherProfile,
            true if about => NotAppliedReason::OtherElement,
            true => NotAppliedReason::OtherUsage,
        };
        list.push(|| in_page(parts, at, says(), why));
    }
    let documents = (0..).zip(&parts.documents).flat_map(|(document, of)| {
        let marked = (0..).zip(&of.elements).filter(|(_, element)| element.nosnippet);
        marked.map(move |(element, _)| At::Element { document, element })
    });
    for at in documents.filter(|at| heard.hidden != Some(*at)) {
        let snippet = needed.iter().any(|&usage| usage.is_snippet());
        let why =
            if snippet { NotAppliedReason::OtherElement } else { NotAppliedReason::OtherUsage };
        list.push(|| in_page(parts, at, "data-nosnippet".to_owned(), why));
    }
}

fn in_page(parts: &PageParts, at: At, text: String, why: NotAppliedReason) -> NotApplied {
    NotApplied {
        source: parts.source(at),
        line: parts.line(at),
        column: parts.column(at),
        text,
        why,
        concerns: true,
    }
}
