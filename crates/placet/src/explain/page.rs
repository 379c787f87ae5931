//! Reasons that are statements of the page and of header fields.

use super::reason::{Place, Reason, ReasonKind};
use crate::law::{Outcome, PageContext, ReasonCode, Ruling};
use crate::policy::{At, PageParts};
use crate::syntax::rule::RuleEffect;
use crate::vocabulary::{Condition, Usage, Verdict};

/// A place in a page or a header field.
pub(super) fn place_in_page(parts: &PageParts, at: At) -> Place<'_> {
    let (whole, span) = (parts.text(at), parts.span(at));
    Place {
        source: parts.source(at),
        whole,
        line: parts.line(at),
        column: parts.column(at),
        span,
        text: String::from_utf8_lossy(span.of(whole)),
    }
}

/// The reason that a class token is, by its place, and whether it decided.
pub(super) fn mark<'d>(
    ruling: &Ruling,
    asked: &'d PageContext,
    (place, decided): (u32, bool),
) -> Option<Reason<'d>> {
    let parts = &*asked.policy.parts;
    let mark = parts.marks.get(place as usize)?;
    let undefined = mark.is_undefined(asked.definitions());
    let at = At::Element { document: mark.document, element: mark.element };
    let levels = [Some(ruling.usage), ruling.usage.general(), Some(Usage::Other)];
    let named = levels.into_iter().flatten();
    let conditions: Vec<&Condition> =
        named.flat_map(|level| mark.conditions(level, asked.definitions())).collect();
    // A condition of the usage that it names can be what failed.
    let failed = ruling.failed.as_ref().is_some_and(|failed| conditions.contains(&failed));
    let sets = ruling.conditions.iter().filter(|it| decided && conditions.contains(it)).cloned();
    let (outcome, message) = match ruling.code {
        _ if decided && failed => (Outcome::Decided, ruling.code.message()),
        ReasonCode::ElementLevel if decided => (Outcome::Decided, ruling.code.message()),
        _ if !decided && undefined => (Outcome::Moot, "grants nothing"),
        _ if decided => (Outcome::Decided, "the innermost element that says something of it"),
        _ => (Outcome::Contradicted, "the page says otherwise in its other form"),
    };
    let message = match mark.fault {
        Some(fault) => format!("{message}; not understood, so prohibited: {}", fault.message()),
        None if undefined => format!("{message}; robots.txt does not define this usage"),
        None => message.to_owned(),
    };
    let holds = failed || matches!(ruling.code, ReasonCode::Element | ReasonCode::ElementLevel);
    Some(Reason {
        code: (decided && holds).then_some(ruling.code),
        place: Some(place_in_page(parts, at)),
        sets: sets.collect(),
        ..Reason::new(ReasonKind::Element, outcome, ruling.usage, message)
    })
}

/// The reason that a rule in a header or META element is, by its place, and whether it decided.
pub(super) fn restriction<'d>(
    ruling: &Ruling,
    parts: &'d PageParts,
    (place, decided): (u32, bool),
) -> Option<Reason<'d>> {
    let restriction = parts.restrictions.get(place as usize)?;
    let rule = &restriction.rule;
    let mut sets = Vec::new();
    let (outcome, message) = match (rule.effect(ruling.usage)?, decided) {
        (RuleEffect::Prohibits, decided) => {
            let outcome = if decided { Outcome::Decided } else { Outcome::Repeats };
            (outcome, format!("{rule} prohibits it"))
        }
        (RuleEffect::Adds(condition), false) => {
            let permitted = ruling.verdict == Verdict::Permit;
            let outcome = if permitted { Outcome::Applied } else { Outcome::Moot };
            let message = format!("{rule} sets the condition {condition}");
            sets.extend(ruling.conditions.contains(&condition).then_some(condition));
            (outcome, message)
        }
        (RuleEffect::Adds(_), true) => {
            (Outcome::Decided, format!("{rule}: {}", ruling.code.message()))
        }
    };
    // Where no other statement decides, the rule that sets a condition is what permits.
    let permits = ruling.code == ReasonCode::Conditioned && !sets.is_empty();
    Some(Reason {
        code: (decided || permits).then_some(ruling.code),
        place: Some(place_in_page(parts, restriction.at)),
        sets,
        ..Reason::new(ReasonKind::PageRule, outcome, ruling.usage, message)
    })
}

/// The reason that an attribute `data-nosnippet` is.
pub(super) fn without_snippets<'d>(ruling: &Ruling, parts: &'d PageParts, at: At) -> Reason<'d> {
    Reason {
        code: Some(ruling.code),
        place: Some(place_in_page(parts, at)),
        ..Reason::new(
            ReasonKind::PageRule,
            Outcome::Decided,
            ruling.usage,
            "data-nosnippet keeps what it holds out of snippets".to_owned(),
        )
    }
}
