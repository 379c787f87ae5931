//! ## What it finds
//! Rules in `Robots-Tag` in the place of a crawler's name.
//!
//! ## Why it matters
//! `Robots-Tag: noindex` addresses a crawler named `noindex` and contains no rule for it. The
//! header restricts nothing.
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
//! Unsafe: inserts `*;` before the rule, which applies to all crawlers after the fix.
//!
//! ## Reference
//! - [draft-illyes-repext-03 §3.1.1](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-3.1.1)

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
            .at(
                span.clone(),
                format!(
                    "this rule has no effect: {} is read as the name of a crawler",
                    view.quote(span.clone())
                ),
            )
            .help("write `*;` before a rule for every crawler")
            .fix(Fix::risky("insert `*;`", Edit::insert(span.start, "*;")));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Robots-Tag: noindex, nofollow\n"],
        silent: ["Robots-Tag: *;noindex;nofollow\n", "X-Robots-Tag: noindex\n"],
    }
}
