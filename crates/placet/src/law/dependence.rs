//! Usages that depend on another: without crawling no usage, without keeping a copy no showing it
//! (A-20, A-49; docs/src/law/decision.md step 7).

use super::question::{Question, Statements};
use super::reason_code::ReasonCode;
use super::ruling::Ruling;
use crate::vocabulary::{Usage, Verdict};

/// The usages that an answer depends on, and the one asked for.
pub(crate) fn needed(usage: Usage) -> impl Iterator<Item = Usage> {
    let preserve = usage.shows_copy().then_some(Usage::Preserve);
    let own = (usage != Usage::Crawl).then_some(usage);
    std::iter::once(Usage::Crawl).chain(preserve).chain(own)
}

/// Prohibits a usage that needs a prohibited one. Each usage comes after those that it
/// [needs](needed).
pub(crate) fn apply(_: &Question<'_>, _: &Statements<'_>, rulings: &mut [Ruling]) {
    for at in 1..rulings.len() {
        let (before, [ruling, ..]) = rulings.split_at_mut(at) else { return };
        if ruling.verdict == Verdict::Prohibit {
            continue;
        }
        let on = |usage: Usage| before.iter().find(|it| it.usage == usage);
        let prohibits = |it: &&Ruling| it.verdict == Verdict::Prohibit;
        if let Some(crawl) = on(Usage::Crawl).filter(prohibits) {
            ruling.depend_on(crawl, ReasonCode::NoCrawl);
        } else if let Some(preserve) = on(Usage::Preserve).filter(|_| ruling.usage.shows_copy()) {
            // The time limits of the copy may have expired too.
            ruling.unchecked.extend(preserve.unchecked.iter().copied());
            if preserve.verdict == Verdict::Prohibit {
                ruling.depend_on(preserve, ReasonCode::NoPreserve);
            }
        }
    }
}
