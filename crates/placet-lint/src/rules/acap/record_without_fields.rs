//! ## What it finds
//! An ACAP record at the end of the file that has no field but `ACAP-crawler`.
//!
//! ## Why it matters
//! The record has no effect.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-crawl: /
//! ```
//!
//! ## Fix
//! By hand: add a field. `ACAP-allow-crawl: /` permits these crawlers to crawl everything.
//!
//! ## Reference
//! - ACAP 1.0 §2.2, §2.3

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA204",
    name: "record-without-fields",
    severity: Severity::Error,
    source: include_str!("record_without_fields.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    let Some(last) = table.records.last().filter(|record| record.fields.is_empty()) else { return };
    if let Some((first, _)) = table.crawlers_of(last).next() {
        findings
            .at(
                first.span.clone(),
                "this record has no effect: no permission or prohibition follows",
            )
            .help("write `ACAP-allow-crawl: /` if these crawlers may crawl everything");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: a\nACAP-disallow-crawl: /\nACAP-crawler: *\n"],
        silent: ["ACAP-crawler: a\nACAP-crawler: b\nACAP-disallow-crawl: /\n"],
    }
}
