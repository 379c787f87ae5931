//! ## What it does
//! Finds definitions and directives below the first record.
//!
//! ## Why is this bad
//! They stand above all records (R-020, R-021). A definition is read all the same (A-30);
//! `ACAP-ignore-conventional-records` is not honoured (A-36).
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ACAP-resource-set: drafts /drafts/ /private/
//! ```
//! Use instead:
//! ```robots
//! ACAP-resource-set: drafts /drafts/ /private/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ```

use placet::ProblemKind;
use placet::syntax::acap::Field;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "A107",
    name: "acap-misplaced",
    severity: Severity::Warning,
    source: include_str!("acap_misplaced.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::AcapMisplaced) {
        let table = view.acap();
        let is_directive = table.fields.iter().any(|row| {
            row.line == problem.line() && matches!(row.field, Field::IgnoreConventionalRecords)
        });
        let message = if is_directive {
            "the directive stands below the first record, so it is not honoured"
        } else {
            "definitions stand above the first record"
        };
        let first = table.records.first().and_then(|record| table.crawlers_of(record).next());
        findings
            .at(view.record(problem.line()), message)
            .also_at(first.map(|(row, _)| (row.span.clone(), "the first record")));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-crawl: /a\nACAP-resource-set: b /b\nACAP-ignore-conventional-records\n"],
        silent: ["ACAP-ignore-conventional-records\nACAP-resource-set: b /b\nACAP-crawler: *\nACAP-disallow-crawl: /a\n"],
    }
}
