//! The part of what stands in pages and response fields.

use super::reason::{Part, Place, Reason};
use crate::law::{PageContext, ReasonCode, Ruling};
use crate::policy::{At, PageParts};
use crate::syntax::rule::RuleEffect;
use crate::vocabulary::{Condition, Usage};

/// A place in a page or a response field.
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

/// What a class token says.
pub(super) fn mark<'d>(
    ruling: &Ruling,
    asked: &'d PageContext,
    heard: (u32, bool),
) -> Option<Reason<'d>> {
    let parts = &*asked.policy.parts;
    let (place, decided) = heard;
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
    let why = match ruling.ground {
        _ if decided && failed => ruling.ground.law().to_owned(),
        ReasonCode::ElementLevel if decided => ruling.ground.law().to_owned(),
        _ if !decided && undefined => "grants nothing".to_owned(),
        _ if decided => "the innermost element that says something of it".to_owned(),
        _ => "the page says otherwise in its other form".to_owned(),
    };
    let why = match mark.fault {
        Some(fault) => format!("{why}; not understood, so prohibited: {}", fault.message()),
        None if undefined => format!("{why}; robots.txt does not define this usage"),
        None => why,
    };
    let holds = failed || matches!(ruling.ground, ReasonCode::Element | ReasonCode::ElementLevel);
    Some(Reason {
        ground: (decided && holds).then_some(ruling.ground),
        place: Some(place_in_page(parts, at)),
        sets: sets.collect(),
        ..Reason::new(Part::Element, ruling.usage, why)
    })
}

/// What a rule in header or META says.
pub(super) fn restriction<'d>(
    ruling: &Ruling,
    parts: &'d PageParts,
    heard: (u32, bool),
) -> Option<Reason<'d>> {
    let (place, decided) = heard;
    let restriction = parts.restrictions.get(place as usize)?;
    let rule = &restriction.rule;
    let mut sets = Vec::new();
    let why = match (rule.effect(ruling.usage)?, decided) {
        (RuleEffect::Prohibits, _) => format!("{rule} prohibits it"),
        (RuleEffect::Adds(condition), false) => {
            let why = format!("{rule} sets the condition {condition}");
            sets.extend(ruling.conditions.contains(&condition).then_some(condition));
            why
        }
        (RuleEffect::Adds(_), true) => format!("{rule}: {}", ruling.ground.law()),
    };
    // Where nothing else is said, what sets a condition is what permits.
    let settles = decided || ruling.ground == ReasonCode::Conditioned && !sets.is_empty();
    Some(Reason {
        ground: settles.then_some(ruling.ground),
        place: Some(place_in_page(parts, restriction.at)),
        sets,
        ..Reason::new(Part::Restriction, ruling.usage, why)
    })
}

/// What `data-nosnippet` says.
pub(super) fn without_snippets<'d>(ruling: &Ruling, parts: &'d PageParts, at: At) -> Reason<'d> {
    Reason {
        ground: Some(ruling.ground),
        place: Some(place_in_page(parts, at)),
        ..Reason::new(
            Part::Restriction,
            ruling.usage,
            "data-nosnippet keeps what it holds out of snippets".to_owned(),
        )
    }
}
