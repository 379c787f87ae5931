//! Checks conditions against the facts.

use super::acap::{Entry, Origin};
use super::question::{Question, Statements};
use super::reason_code::ReasonCode;
use super::resource::{Base, needed_url};
use super::ruling::Ruling;
use super::unchecked::Unchecked;
use crate::pattern::Target;
use crate::text::limits;
use crate::vocabulary::condition::decoded;
use crate::vocabulary::{Condition, TimeLimit, Verdict};

/// Adds a condition and, where the ruling is made at once, checks it against the facts. The
/// permission becomes a prohibition where a time limit has expired, where the resource is not at
/// the location, where the crawler cannot honour the type, or where it needs a resource that it may
/// not crawl. References are relative to `base`.
pub(super) fn add(
    question: &Question<'_>,
    statements: &Statements<'_>,
    ruling: &mut Ruling,
    condition: &Condition,
    base: Base,
) {
    if ruling.verdict == Verdict::Prohibit || ruling.conditions.contains(condition) {
        return;
    }
    ruling.conditions.push(condition.clone());
    ruling.is_conditional = true;
    if ruling.at_once
        && let Some(code) = fails(question, statements, ruling, condition, base)
    {
        ruling.prohibit(code);
        ruling.failed = Some(condition.clone());
    }
}

/// Why a condition fails, if it does.
fn fails(
    question: &Question<'_>,
    statements: &Statements<'_>,
    ruling: &mut Ruling,
    condition: &Condition,
    base: Base,
) -> Option<ReasonCode> {
    if !question.crawler.honours_on(condition.qualifier(), ruling.usage) {
        return Some(ReasonCode::NotHonoured);
    }
    match condition {
        Condition::Location(location) => {
            (!lies_at(question.target, location)).then_some(ReasonCode::Elsewhere)
        }
        Condition::TimeLimit(TimeLimit::UntilRecrawled) => {
            question.asked_at.recrawled.then_some(ReasonCode::Expired)
        }
        Condition::TimeLimit(limit) => {
            let end = limit.ends(question.asked_at.first_used);
            match question.asked_at.now.zip(end) {
                Some((now, end)) if limit.is_over(now, end) => return Some(ReasonCode::Expired),
                Some(_) => {}
                None => ruling.unchecked.extend(Unchecked::new(*limit, end)),
            }
            ruling.ends = [ruling.ends, end].into_iter().flatten().min();
            None
        }
        _ => {
            let url = needed_url(condition, question.target, base)?;
            let asked = ruling.conditions.iter().filter(|it| it.needed().is_some()).count();
            if asked <= limits::CONDITION_RESOURCES {
                let closed = (question.closed)(question, statements, &url)?;
                ruling.needs = Some(Box::new(closed));
            }
            Some(ReasonCode::ResourceClosed)
        }
    }
}

/// Whether the resource is at a location, as written or with percent notation decoded (R-148,
///
fn lies_at(target: &Target<'_>, location: &str) -> bool {
    target.may_be_at(location) || target.may_be_at(&decoded(location))
}

/// The META permissions for other locations among those that decided, unless there is no other META
/// statement.
pub(super) fn elsewhere(
    question: &Question<'_>,
    statements: &Statements<'_>,
    decided: &[Entry],
) -> Vec<Entry> {
    let is_elsewhere = |entry: &Entry| {
        let (acap, statement) = statements.statement(*entry)?;
        let conditions = acap.conditions_of(statement).iter();
        let mut locations = conditions.filter_map(|condition| match condition {
            Condition::Location(location) => Some(location),
            _ => None,
        });
        Some(locations.any(|location| !lies_at(question.target, location)))
    };
    let metas = decided.iter().filter(|entry| entry.origin == Origin::Page);
    let (elsewhere, here): (Vec<Entry>, Vec<Entry>) =
        metas.partition(|entry| is_elsewhere(entry) == Some(true));
    if here.is_empty() { Vec::new() } else { elsewhere }
}
