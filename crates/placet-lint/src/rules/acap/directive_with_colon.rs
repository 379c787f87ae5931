//! ## What it finds
//! Finds `ACAP-ignore-conventional-records` with a colon.
//!
//! ## Why it matters
//! It is the one field that has none (R-131). It is read all the same (A-36), but a strict reader
//! passes over it and applies the conventional records.
//!
//! ## Example
//! ```robots
//! ACAP-ignore-conventional-records:
//! ACAP-crawler: *
//! ACAP-allow-crawl: /
//! ```
//! Write instead:
//! ```robots
//! ACAP-ignore-conventional-records
//! ACAP-crawler: *
//! ACAP-allow-crawl: /
//! ```
//!
//! ## Fix
//! Safe: both are read alike.

use placet::syntax::acap::Field;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA112",
    name: "directive-with-colon",
    severity: Severity::Note,
    source: include_str!("directive_with_colon.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in &view.acap().fields {
        let behind = row.key.end()..row.span.end;
        if row.field == Field::IgnoreConventionalRecords && view.of(behind.clone()).contains(&b':')
        {
            findings
                .at(row.span.clone(), "this field has no colon")
                .fix(Fix::safe("take it out", Edit::delete(behind)));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-ignore-conventional-records:\nACAP-crawler: *\nACAP-allow-crawl: /\n"],
        silent: ["ACAP-ignore-conventional-records\nACAP-crawler: *\nACAP-allow-crawl: /\n"],
    }
}
