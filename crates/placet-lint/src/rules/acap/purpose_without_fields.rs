//! ## What it finds
//! `ACAP-usage-purpose` fields without a permission or prohibition after them.
//!
//! ## Why it matters
//! The purpose has no effect.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: examplebot
//! ACAP-allow-index: /
//! ACAP-usage-purpose: news
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: examplebot
//! ACAP-allow-index: /
//! ACAP-usage-purpose: news
//! ACAP-disallow-index: /drafts/
//! ```
//!
//! ## Fix
//! By hand: add a permission or prohibition, or delete the line.
//!
//! ## Reference
//! - ACAP 1.0 §2.3

use placet::syntax::acap::Field;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA207",
    name: "purpose-without-fields",
    severity: Severity::Error,
    source: include_str!("purpose_without_fields.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    for record in &table.records {
        let is_purpose = |row: &&crate::rules::acap::table::FieldRow| {
            matches!(row.field, Field::UsagePurpose(_))
        };
        if let Some(last) = table.fields_of(record).last().filter(is_purpose) {
            findings
                .at(
                    last.span.clone(),
                    "this purpose has no effect: no permission or prohibition follows it",
                )
                .help("add a permission or prohibition, or delete the line");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: a\nACAP-allow-index: /\nACAP-usage-purpose: b\n"],
        silent: ["ACAP-crawler: a\nACAP-usage-purpose: b\nACAP-usage-purpose: c\nACAP-allow-index: /\n"],
    }
}
