//! Conditions against facts (R-103, R-109, R-148, A-33; docs/src/law/decision.md step 7).

use super::question::{Question, Statements};
use super::ruling::Ruling;
use super::{acap_says, access, page, restriction, signals};

/// A permission fails at the first condition that the facts contradict, before any later law. So
/// where there are conditions, the laws that add them are applied once more, and each condition is
/// checked as it is added.
pub(super) fn apply(question: &Question<'_>, statements: &Statements<'_>, rulings: &mut [Ruling]) {
    let waits = |it: &&mut Ruling| it.is_conditional && !it.at_once && !it.is_settled();
    for ruling in rulings.iter_mut().filter(waits) {
        ruling.at_once = true;
        let ruling = std::slice::from_mut(ruling);
        acap_says::apply(question, statements, ruling);
        access::with_acap(question, statements, ruling);
        page::apply(question, statements, ruling);
        restriction::apply(question, statements, ruling);
        signals::apply(question, statements, ruling);
    }
}
