//! Usages that depend on another: without crawling no usage, without keeping a copy no showing it,
//! without mining no training (A-20, A-49, S-019; docs/src/law/decision.md step 8).

use smallvec::SmallVec;

use super::question::{Question, Statements};
use super::reason_code::ReasonCode;
use super::ruling::Ruling;
use super::signals::lets_train;
use crate::vocabulary::{Usage, Verdict};

/// The usages that an answer depends on, and the one asked for.
pub(crate) fn needed(usage: Usage) -> SmallVec<[Usage; 4]> {
    let mut needed = SmallVec::new();
    needed.push(Usage::Crawl);
    if usage.shows_copy() {
        needed.push(Usage::Preserve);
    }
    if usage == Usage::TrainAi {
        needed.push(Usage::Mine);
    }
    if usage != Usage::Crawl {
        needed.push(usage);
    }
    needed
}

/// Prohibits a usage that needs a prohibited one. Each usage comes after those that it
/// [needs](needed).
pub(crate) fn apply(question: &Question<'_>, statements: &Statements<'_>, rulings: &mut [Ruling]) {
    for at in 1..rulings.len() {
        let (before, [ruling, ..]) = rulings.split_at_mut(at) else { return };
        if ruling.verdict == Verdict::Prohibit {
            continue;
        }
        let on = |usage: Usage| before.iter().find(|it| it.usage == usage);
        let prohibits = |it: &&Ruling| it.verdict == Verdict::Prohibit;
        if let Some(crawl) = on(Usage::Crawl).filter(prohibits) {
            ruling.depend_on(crawl, ReasonCode::NoCrawl);
        } else if ruling.usage == Usage::TrainAi && on(Usage::Mine).is_some_and(|it| prohibits(&it))
        {
            // Conditions of `mine` are not inherited (S-019).
            let mine = (question.before_facts)(question, statements, Usage::Mine);
            if prohibits(&&mine) && !lets_train(&mine) {
                ruling.depend_on(&mine, ReasonCode::NoMine);
            }
        } else if let Some(preserve) = on(Usage::Preserve).filter(|_| ruling.usage.shows_copy()) {
            // The time limits of the copy may have expired too.
            ruling.unchecked.extend(preserve.unchecked.iter().copied());
            if preserve.verdict == Verdict::Prohibit {
                ruling.depend_on(preserve, ReasonCode::NoPreserve);
            }
        }
    }
}
