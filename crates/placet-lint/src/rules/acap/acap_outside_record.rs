//! ## What it finds
//! Finds fields of records that stand above the first `ACAP-crawler` field.
//!
//! ## Why it matters
//! A record begins with the crawlers it is for (R-030). Above the first, a field is for nobody.
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
            .at(view.record(problem.line()), "the field belongs to no record, so it is for nobody")
            .help("put it below an `ACAP-crawler` field");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-disallow-crawl: /a\nACAP-crawler: *\nACAP-allow-index: /\n"],
        silent: ["ACAP-resource-set: a /a\nACAP-crawler: *\nACAP-disallow-crawl: /a\n"],
    }
}
