//! Crawling: the answer of conventional records, and where ACAP must permit it too
//! (docs/src/law/decision.md steps 1 and 3).

use super::acap::{self, Field, Reach};
use super::question::{Question, Statements, Where};
use super::reason_code::ReasonCode;
use super::rfc9309::{Access, GroupChoice};
use super::ruling::Ruling;
use crate::policy::{AcapPattern, RobotsPolicy, RulePart};
use crate::vocabulary::{Usage, Verdict};

/// Applies conventional records, as if there were no ACAP (F-10 to F-28).
pub(super) fn apply(question: &Question<'_>, statements: &Statements<'_>, rulings: &mut [Ruling]) {
    for ruling in rulings.iter_mut().filter(|it| it.usage == Usage::Crawl) {
        let files = statements.site.conventional();
        ruling.accesses = files.map(|file| Access::new(file, question.target)).collect();
        unite(ruling);
    }
}

/// Both must permit, without the rules that ACAP contradicts on the same pattern.
pub(super) fn with_acap(
    question: &Question<'_>,
    statements: &Statements<'_>,
    rulings: &mut [Ruling],
) {
    let is_crawl = |it: &&mut Ruling| it.usage == Usage::Crawl && !it.is_settled();
    for ruling in rulings.iter_mut().filter(is_crawl) {
        if statements.fields(Where::Files).all(|fields| !fields.is_empty()) {
            for access in &mut ruling.accesses {
                access.leave_out(question.target, |policy, choice, rule| {
                    contradicts(statements, (policy, choice), rule)
                });
            }
        }
        unite(ruling);
    }
}

/// Applies the conventional answers to the ruling.
pub(super) fn unite(ruling: &mut Ruling) {
    let closed = ruling.accesses.iter().find(|access| access.verdict() == Verdict::Prohibit);
    if ruling.verdict == Verdict::Permit
        && let Some(code) = closed.map(|access| access.code)
    {
        ruling.prohibit(code);
    } else if ruling.code == ReasonCode::Silence
        && let Some(own) = ruling.accesses.first()
    {
        ruling.code = own.code;
    }
}

/// Whether ACAP contradicts a rule on the same pattern, for every purpose of the crawler.
fn contradicts(
    statements: &Statements<'_>,
    (policy, choice): (&RobotsPolicy, GroupChoice),
    rule: RulePart,
) -> bool {
    let cased = AcapPattern::of_rule(policy.parts.pattern(rule));
    let leaves_out = |field: &Field<'_>| {
        matches!(field.reach, Reach::Pattern(pattern) if pattern.cased == cased)
            && field.kind != rule.kind()
            && (field.entry.by_name || choice == GroupChoice::Global)
    };
    let mut purposes = statements.fields(Where::Files);
    purposes.all(|fields| acap::standing(Usage::Crawl, fields).any(leaves_out))
}
