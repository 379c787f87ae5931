//! ## What it finds
//! `Allow` and `Disallow` lines above the first `User-agent` line.
//!
//! ## Why it matters
//! A rule applies to the crawlers that the `User-agent` lines before it name. Before the first such
//! line it belongs to no group, so no crawler applies it and what it should close stays open.
//!
//! ## Example
//! ```robots
//! Disallow: /private/
//! User-agent: *
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /private/
//! ```
//!
//! ## Fix
//! By hand: move the rule below the `User-agent` line of the crawlers it is for.
//!
//! ## Reference
//! - [RFC 9309 §2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2)

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB101",
    name: "rule-outside-group",
    severity: Severity::Error,
    source: include_str!("rule_outside_group.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::RuleOutsideGroup) {
        findings
            .at(
                view.record(problem.line()),
                "no crawler applies this rule: no `User-agent` line comes before it",
            )
            .help("move it below the `User-agent` line of the crawlers it is for");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Disallow: /a\n", "# a\n\nAllow: /a # b\nUser-agent: *\nDisallow: /b\n"],
        silent: ["User-agent: *\nDisallow: /a\n", "Sitemap: https://a/\nUser-agent: *\nAllow: /\n"],
    }
}
