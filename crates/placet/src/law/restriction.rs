//! Rules in headers and META elements, which only restrict (Robots-Tag draft §3.1.1, §3.1.3; T-03
//! to T-05).

use super::condition;
use super::page_context::PageContext;
use super::question::{Question, Statements};
use super::reason_code::ReasonCode;
use super::resource::Base;
use super::ruling::Ruling;
use crate::syntax::rule::{PageRule, RuleEffect};
use crate::vocabulary::{Usage, Verdict};

/// Applies all rules in headers and META elements that bind the crawler. They can prohibit and add
/// conditions, never permit (T-03, T-04, T-12, A-27).
pub(super) fn apply(question: &Question<'_>, statements: &Statements<'_>, rulings: &mut [Ruling]) {
    let Some(page) = statements.page else { return };
    for ruling in rulings.iter_mut().filter(|it| !it.is_settled()) {
        restrict(question, statements, page, ruling);
    }
}

fn restrict(
    question: &Question<'_>,
    statements: &Statements<'_>,
    page: &PageContext,
    ruling: &mut Ruling,
) {
    let agent = question.crawler.agent();
    let restrictions = (0..).zip(&page.policy.parts.restrictions);
    for (place, restriction) in restrictions.filter(|(_, it)| it.binds(agent)) {
        let permitted = ruling.verdict == Verdict::Permit;
        match effect(&restriction.rule, ruling.usage) {
            None => continue,
            Some(RuleEffect::Prohibits) if permitted => ruling.prohibit(ReasonCode::Restricted),
            Some(RuleEffect::Adds(condition)) if permitted => {
                // The site is no longer silent.
                if matches!(ruling.code, ReasonCode::Silence | ReasonCode::Unavailable) {
                    ruling.code = ReasonCode::Conditioned;
                }
                condition::add(question, statements, ruling, &condition, Base::Page);
            }
            Some(_) => {}
        }
        let decided = permitted && ruling.verdict == Verdict::Prohibit;
        ruling.restrictions.push((place, decided));
    }
    if ruling.usage.is_snippet()
        && ruling.verdict == Verdict::Permit
        && let Some(at) = page.without_snippets()
    {
        ruling.prohibit(ReasonCode::Restricted);
        ruling.without_snippets = Some(at);
    }
}

/// The effect of a rule on a usage, if it has one. Rules about models are signals, which have a law of
/// their own (S-091).
fn effect(rule: &PageRule, usage: Usage) -> Option<RuleEffect> {
    (!rule.is_signal()).then(|| rule.effect(usage))?
}
