//! ## What it finds
//! ACAP permissions, prohibitions and other fields of records above the first `ACAP-crawler` field.
//!
//! ## Why it matters
//! An ACAP record begins with the crawlers it is for. A field above the first `ACAP-crawler`
//! applies to no crawler.
//!
//! ## Example
//! ```robots
//! ACAP-disallow-crawl: /drafts/
//! ACAP-crawler: *
//! ACAP-allow-crawl: /
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ACAP-allow-crawl: /
//! ```
//!
//! ## Fix
//! By hand: move the field below the `ACAP-crawler` field of the crawlers it is for.
//!
//! ## Reference
//! - ACAP 1.0 §2.2, §2.3

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA106",
    name: "acap-outside-record",
    severity: Severity::Error,
    source: include_str!("acap_outside_record.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::AcapOutsideRecord) {
        findings
            .at(
                view.record(problem.line()),
                "no crawler applies this field: no `ACAP-crawler` field comes before it",
            )
            .help("move it below the `ACAP-crawler` field of the crawlers it is for");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-disallow-crawl: /a\nACAP-crawler: *\nACAP-allow-index: /\n"],
        silent: ["ACAP-resource-set: a /a\nACAP-crawler: *\nACAP-disallow-crawl: /a\n"],
    }
}
