//! ## What it does
//! Finds `Allow` and `Disallow` lines within an ACAP record.
//!
//! ## Why is this bad
//! ACAP ignores them there (ACAP 1.0 §2.9.2, R-132), while RFC 9309 takes them for rules of the
//! conventional group above, or for nobody's where there is none (A-06).
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//!
//! ACAP-crawler: *
//! Disallow: /private/
//! ```
//! Use instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//!
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /private/
//! ```

use placet::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "A108",
    name: "rule-in-acap-record",
    severity: Severity::Error,
    source: include_str!("rule_in_acap_record.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::RuleInAcapRecord) {
        findings
            .at(
                view.record(problem.line()),
                "a conventional rule in an ACAP record is ignored by ACAP",
            )
            .help("write it as an ACAP field, or put it below a `User-agent` line");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-crawl: /\nDisallow: /a\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-crawl: /\nUser-agent: *\nDisallow: /a\n"],
    }
}
