//! ## What it finds
//! ACAP records with `ACAP-permissions-reference` and other fields.
//!
//! ## Why it matters
//! ACAP allows no other field in such a record. placet applies the other fields as well; other
//! programs most likely do not.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: examplebot
//! ACAP-permissions-reference: /acap/examplebot.txt
//! ACAP-allow-crawl: /
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: examplebot
//! ACAP-permissions-reference: /acap/examplebot.txt
//! ```
//!
//! ## Fix
//! By hand: move the other fields into the file that the reference names.
//!
//! ## Reference
//! - ACAP 1.0 §2.3.2

use placet::syntax::acap::Field;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA205",
    name: "reference-with-fields",
    severity: Severity::Error,
    source: include_str!("reference_with_fields.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    for record in &table.records {
        let mut fields = table.fields_of(record);
        let reference = fields.find(|row| matches!(row.field, Field::PermissionsReference(_)));
        let Some(reference) = reference else { continue };
        if let Some(other) = table.fields_of(record).find(|row| row.line != reference.line) {
            findings
                .at(
                    other.span.clone(),
                    "some programs ignore this field: a record with `ACAP-permissions-reference` has \
                     no other field",
                )
                .also(reference.span.clone(), "the reference")
                .help("move the field into the file that the reference names");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: a\nACAP-permissions-reference: /a.txt\nACAP-allow-crawl: /\n"],
        silent: ["ACAP-crawler: a\nACAP-permissions-reference: /a.txt\nACAP-crawler: b\nACAP-allow-crawl: /\n"],
    }
}
