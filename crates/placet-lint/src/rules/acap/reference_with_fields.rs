//! ## What it finds
//! Finds records with a permissions reference and something beside it.
//!
//! ## Why it matters
//! Such a record holds the reference and nothing else (R-030). Fields beside it apply all the same
//! (A-37), which most likely nobody else does.
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
                .at(other.span.clone(), "a record with a reference holds nothing else")
                .also(reference.span.clone(), "the reference");
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
