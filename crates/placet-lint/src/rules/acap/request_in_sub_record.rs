//! ## What it finds
//! `ACAP-request-take-down` and `ACAP-request-re-crawl` below an `ACAP-usage-purpose` field.
//!
//! ## Why it matters
//! ACAP allows requests only above all `ACAP-usage-purpose` fields of a record, so programs may
//! skip this one.
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
//!
//! ## Fix
//! By hand: move the request above the first `ACAP-usage-purpose` field of its record.
//!
//! ## Reference
//! - ACAP 1.0 §2.3, §2.6

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
            findings
                .at(
                    row.span.clone(),
                    "programs may skip this request: it comes after an `ACAP-usage-purpose` field",
                )
                .help("move it above the first `ACAP-usage-purpose` field of the record");
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
