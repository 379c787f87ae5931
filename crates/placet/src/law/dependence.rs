//! What depends on another usage: no crawl, no use; no copy kept, no copy shown (A-20, A-49;
//! docs/decision.md step 7).

use super::ground::ReasonCode;
use super::question::{Question, Statements};
use super::ruling::Ruling;
use crate::vocabulary::{Usage, Verdict};

/// The usages that an answer depends on, and the one asked for.
pub(crate) fn needed(usage: Usage) -> impl Iterator<Item = Usage> {
    let preserve = usage.shows_copy().then_some(Usage::Preserve);
    let own = (usage != Usage::Crawl).then_some(usage);
    std::iter::once(Usage::Crawl).chain(preserve).chain(own)
}

/// Prohibits what needs a usage that is prohibited. Each usage comes after those that it
/// [needs](needed).
pub(super) fn apply(_: &Question<'_>, _: &Statements<'_>, rulings: &mut [Ruling]) {
    let on = |usage: Usage| rulings.iter().find(|it| it.usage == usage);
    let crawl = on(Usage::Crawl).filter(|it| it.verdict == Verdict::Prohibit).cloned();
    let copies = rulings.iter().any(|it| it.usage.shows_copy());
    let preserve = on(Usage::Preserve).filter(|_| copies).cloned();
    for ruling in rulings.iter_mut().filter(|it| it.verdict == Verdict::Permit) {
        if let Some(crawl) = crawl.as_ref().filter(|_| ruling.usage != Usage::Crawl) {
            ruling.depend_on(crawl, ReasonCode::NoCrawl);
        } else if let Some(preserve) = preserve.as_ref().filter(|_| ruling.usage.shows_copy()) {
            // What the copy depends on may have run out too.
            ruling.unchecked.extend(preserve.unchecked.iter().copied());
            if preserve.verdict == Verdict::Prohibit {
                ruling.depend_on(preserve, ReasonCode::NoPreserve);
            }
        }
    }
}
