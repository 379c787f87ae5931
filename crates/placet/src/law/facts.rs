//! Conditions against facts (R-103, R-109, R-148, A-33; docs/decision.md step 7).

use super::question::{Question, Statements};
use super::ruling::Ruling;
use super::{acap_says, access, page, restriction, signals};

/// A permission falls at the first of its conditions that a fact speaks against, before anything
/// that comes after it: so where there are conditions, the laws that add them are applied once more,
/// with each condition held against the facts.
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
