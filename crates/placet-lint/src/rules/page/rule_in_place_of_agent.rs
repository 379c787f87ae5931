//! ## What it finds
//! Finds rules in `Robots-Tag` that stand where the name of a crawler should.
//!
//! ## Why it matters
//! `Robots-Tag: noindex` addresses a crawler called `noindex` and tells it nothing (T-01).
//!
//! ## Example
//! ```http
//! Robots-Tag: noindex
//! ```
//! Write instead:
//! ```http
//! Robots-Tag: *;noindex
//! ```
//!
//! ## Fix
//! Unsafe: the rule counts afterwards.

use placet::syntax::ProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "TAG105",
    name: "rule-in-place-of-agent",
    severity: Severity::Error,
    source: include_str!("rule_in_place_of_agent.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::RuleAsToken) {
        findings
            .at(span.clone(), "a name is expected here, so this addresses a crawler called so")
            .help("write `*;` before a rule for everyone")
            .fix(Fix::risky("put it in", Edit::insert(span.start, "*;")));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Robots-Tag: noindex, nofollow\n"],
        silent: ["Robots-Tag: *;noindex;nofollow\n", "X-Robots-Tag: noindex\n"],
    }
}
