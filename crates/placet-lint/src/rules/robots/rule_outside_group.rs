//! ## What it finds
//! Finds `Allow` and `Disallow` lines above the first `User-agent` line.
//!
//! ## Why it matters
//! The rule belongs to no group, so no crawler applies it (RFC 9309 §2.2.2, F-04). Its author most
//! likely meant it for everyone.
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
                "the rule belongs to no group, so no crawler applies it",
            )
            .help("put it below the `User-agent` line of the crawlers it is for");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Disallow: /a\n", "# a\n\nAllow: /a # b\nUser-agent: *\nDisallow: /b\n"],
        silent: ["User-agent: *\nDisallow: /a\n", "Sitemap: https://a/\nUser-agent: *\nAllow: /\n"],
    }
}
