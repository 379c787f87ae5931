//! The answer of ACAP about a usage, in robots.txt and in the page (docs/src/law/decision.md steps 2 and
//! 4).

use smallvec::SmallVec;

use super::acap::{DecidingMarks, ElementStatements, Entry, Field, Origin, answer};
use super::availability::silence;
use super::condition;
use super::outcome::Outcome;
use super::page_context::PageContext;
use super::question::{Question, Statements, Where};
use super::reason_code::ReasonCode;
use super::resource::Base;
use super::ruling::{Considered, Ruling};
use crate::policy::Resources;
use crate::vocabulary::Verdict;

/// Applies the ACAP statements of robots.txt and of the files it refers to. Where one cannot be
/// read, everything is prohibited.
pub(super) fn apply(question: &Question<'_>, statements: &Statements<'_>, rulings: &mut [Ruling]) {
    let unread = statements.site.applicable.is_some_and(|it| it.unread.is_some());
    let said_again = statements.page.is_some_and(PageContext::has_acap);
    for ruling in rulings {
        ruling.restart(silence(statements));
        if unread {
            ruling.accesses.clear();
            ruling.prohibit(ReasonCode::Unread);
        } else if !(ruling.at_once && said_again) {
            say(question, statements, Where::Files, ruling);
        }
    }
}

/// Applies the statements of these places to a ruling. A crawler with several purposes is bound by
/// the strictest answer.
pub(super) fn say(
    question: &Question<'_>,
    statements: &Statements<'_>,
    place: Where,
    ruling: &mut Ruling,
) {
    for purpose in statements.fields(place).enumerate() {
        for_purpose(question, statements, place, purpose, ruling);
        if ruling.verdict == Verdict::Prohibit {
            break;
        }
    }
    let void = statements.element(place).into_iter().flat_map(ElementStatements::void);
    ruling.marks.extend(void.map(|mark| (mark, false)));
}

/// Applies the answer for one purpose to the ruling.
fn for_purpose(
    question: &Question<'_>,
    statements: &Statements<'_>,
    place: Where,
    (purpose, fields): (usize, &[Field<'_>]),
    ruling: &mut Ruling,
) {
    if fields.is_empty() && statements.element(place).is_none() {
        // Silence permits.
        return other_purposes(statements, place, purpose, ruling);
    }
    let answer = answer(ruling.usage, fields, statements.element(place));
    let entry = |place: usize| fields.get(place).map(|field| field.entry);
    let mut decided: SmallVec<[Entry; 4]> = answer.decided().filter_map(entry).collect();
    let elsewhere = if answer.verdict == Verdict::Permit && ruling.at_once {
        condition::elsewhere(question, statements, &decided)
    } else {
        Vec::new()
    };
    decided.retain(|entry| !elsewhere.contains(entry));
    for (outcome, entry) in answer.outcomes.iter().filter_map(|it| Some((it.1, entry(it.0)?))) {
        let outcome = if elsewhere.contains(&entry) { Outcome::Elsewhere } else { outcome };
        ruling.statements.push(Considered { entry, outcome, as_other: answer.as_other });
    }
    other_purposes(statements, place, purpose, ruling);
    ruling.statements.dedup();
    let deciding = decided.iter().filter_map(|entry| statements.statement(*entry));
    let marks = answer.element.as_ref();
    if let Some(DecidingMarks { prohibits, permits, .. }) = marks {
        let permitted = answer.verdict == Verdict::Permit;
        ruling.marks.extend(prohibits.iter().map(|&mark| (mark, true)));
        ruling.marks.extend(permits.iter().map(|&mark| (mark, permitted)));
    }
    if marks.is_some_and(|marks| marks.verdict() == answer.verdict) {
        ruling.code = ReasonCode::Element;
    } else if !decided.is_empty() {
        let in_page = decided.iter().any(|entry| entry.origin == Origin::Page);
        ruling.code = if in_page { ReasonCode::Page } else { ReasonCode::Narrowest };
    }
    if answer.verdict == Verdict::Prohibit {
        let tied = answer.outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Undetermined);
        let tied: Vec<Entry> = tied.filter_map(|(place, _)| entry(*place)).collect();
        let in_page = tied.iter().any(|entry| entry.origin == Origin::Page);
        let understood = deciding.clone().any(|(_, statement)| statement.fault.is_none());
        let code = match ruling.code {
            ReasonCode::Element => ReasonCode::Element,
            _ if !understood => ReasonCode::NotUnderstood,
            ReasonCode::Page if in_page => ReasonCode::PageConflict,
            ReasonCode::Page => ReasonCode::Page,
            _ if !tied.is_empty() => ReasonCode::Undetermined,
            code => code,
        };
        return ruling.prohibit(code);
    }
    for (acap, statement) in deciding {
        let base = match statement.resources {
            Resources::Page => Base::Page,
            Resources::Patterns(_) | Resources::Everything => Base::Root,
        };
        for condition in acap.conditions_of(statement) {
            condition::add(question, statements, ruling, condition, base);
        }
    }
    // The names in class attributes are defined in robots.txt.
    for condition in marks.into_iter().flat_map(|marks| &marks.conditions) {
        condition::add(question, statements, ruling, condition, Base::Root);
    }
}

/// Lists the statements about the usage that are for another purpose.
fn other_purposes(statements: &Statements<'_>, place: Where, purpose: usize, ruling: &mut Ruling) {
    if !statements.has_other_purposes(purpose) {
        return;
    }
    let usages = [Some(ruling.usage), ruling.usage.general()];
    let about = |entry: &Entry| {
        let statement = statements.statement(*entry);
        statement.is_some_and(|(_, statement)| usages.contains(&Some(statement.usage)))
    };
    let considered = statements.other_purposes(place, purpose).filter(about);
    let outcome = Outcome::OtherPurpose;
    let considered = considered.map(|entry| Considered { entry, outcome, as_other: false });
    ruling.statements.extend(considered);
}
