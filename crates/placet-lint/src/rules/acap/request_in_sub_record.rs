//! ## What it finds
//! Finds action requests within a sub-record.
//!
//! ## Why it matters
//! Requests stand among the general fields, above all `ACAP-usage-purpose` fields (R-038, R-120).
//!
//! ## Example
//! ```robots
//! ACAP-crawler: examplebot
//! ACAP-usage-purpose: news
//! ACAP-allow-index: /news/
//! ACAP-request-take-down: /news/1
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: examplebot
//! ACAP-request-take-down: /news/1
//! ACAP-usage-purpose: news
//! ACAP-allow-index: /news/
//! ```

use placet::syntax::acap::Field;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA206",
    name: "request-in-sub-record",
    severity: Severity::Error,
    source: include_str!("request_in_sub_record.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in view.acap().fields.iter().filter(|row| row.in_sub_record) {
        if matches!(row.field, Field::RequestTakeDown(_) | Field::RequestReCrawl(_)) {
            findings.at(row.span.clone(), "a request stands above all `ACAP-usage-purpose` fields");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: a\nACAP-usage-purpose: b\nACAP-allow-index: /\nACAP-request-re-crawl: /a\n"],
        silent: ["ACAP-crawler: a\nACAP-request-re-crawl: /a\nACAP-usage-purpose: b\nACAP-allow-index: /\n"],
    }
}
