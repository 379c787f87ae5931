//! ## What it finds
//! `ACAP-ignore-conventional-records` with a colon.
//!
//! ## Why it matters
//! This is the only ACAP field without a colon. placet accepts it, but a strict program skips the
//! line and applies the conventional rules.
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
//! Safe: removes the colon; placet reads both in the same way.
//!
//! ## Reference
//! - ACAP 1.0 §2.9.1

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
        let after = row.key.end()..row.span.end;
        if row.field == Field::IgnoreConventionalRecords && view.of(after.clone()).contains(&b':') {
            findings
                .at(row.span.clone(), "strict programs skip this line: it takes no colon")
                .fix(Fix::safe("remove the colon", Edit::delete(after)));
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
