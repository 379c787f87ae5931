//! ACAP in the page: META elements replace fields of robots.txt, class attributes decide for their
//! element (R-144 to; docs/src/law/decision.md step 4).

use super::outcome::Outcome;
use super::page_context::PageContext;
use super::question::{Question, Statements, Where};
use super::reason_code::ReasonCode;
use super::ruling::Ruling;
use super::{acap_says, access, availability};
use crate::policy::Mark;
use crate::vocabulary::Usage;

/// Applies the statements of the page together with those of robots.txt. Without ACAP in the page
/// nothing changes.
pub(super) fn apply(question: &Question<'_>, statements: &Statements<'_>, rulings: &mut [Ruling]) {
    let Some(page) = statements.page.filter(|page| page.has_acap()) else { return };
    for ruling in rulings.iter_mut().filter(|it| !it.is_settled()) {
        ruling.restart(availability::silence(statements));
        acap_says::say(question, statements, Where::FilesAndPage, ruling);
        if !question.crawler.works_on_elements() {
            coarsen(page, ruling);
        }
        access::unite(ruling);
    }
}

/// For a crawler that does not work on elements, any statement of an element about a usage
/// prohibits that usage for the page (Part 2 §2.2.6, R-150).
fn coarsen(page: &PageContext, ruling: &mut Ruling) {
    let silent =
        !ruling.statements.iter().any(|it| it.outcome != Outcome::OtherPurpose && !it.as_other);
    let usage = Some(ruling.usage).filter(|usage| usage.is_acap());
    let other = silent.then_some(Usage::Other);
    let levels = [usage, ruling.usage.general(), other];
    let says = |level: Usage, mark: &Mark| mark.about(level, page.definitions()).is_some();
    let marks: Vec<u32> = (0..)
        .zip(&page.policy.parts.marks)
        .filter(|(_, mark)| levels.into_iter().flatten().any(|level| says(level, mark)))
        .map(|(place, _)| place)
        .collect();
    if !marks.is_empty() {
        ruling.prohibit(ReasonCode::ElementLevel);
        ruling.marks.extend(marks.into_iter().map(|mark| (mark, true)));
    }
}
