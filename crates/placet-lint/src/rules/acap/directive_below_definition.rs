//! ## What it finds
//! `ACAP-ignore-conventional-records` below a definition.
//!
//! ## Why it matters
//! ACAP's grammar allows the line only before all definitions. placet obeys it anywhere before the
//! first record; a program that follows the grammar may not, and then applies the conventional
//! rules as well.
//!
//! ## Example
//! ```robots
//! ACAP-resource-set: drafts /drafts/ /private/
//! ACAP-ignore-conventional-records
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ```
//! Write instead:
//! ```robots
//! ACAP-ignore-conventional-records
//! ACAP-resource-set: drafts /drafts/ /private/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ```
//!
//! ## Fix
//! By hand: move the line above all other ACAP fields.
//!
//! ## Reference
//! - ACAP 1.0 §2.9.1

use placet::syntax::acap::Field;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA113",
    name: "directive-below-definition",
    severity: Severity::Warning,
    source: include_str!("directive_below_definition.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    let Some((definition, _)) = table.definitions().next() else { return };
    // Another rule reports those below the first record, which have no effect at all (A-36).
    let head = table.fields.iter().take_while(|row| !matches!(row.field, Field::Crawler(_)));
    let directives = head.filter(|row| matches!(row.field, Field::IgnoreConventionalRecords));
    for row in directives.filter(|row| row.line > definition.line) {
        findings
            .at(
                row.span.clone(),
                "some programs do not obey this line: a definition comes before it",
            )
            .also(definition.span.clone(), "the first definition")
            .help("move it above all other ACAP fields");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "ACAP-resource-set: s /a\nACAP-ignore-conventional-records\nACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:s\n",
            "ACAP-qualified-usage: q index time-limit=3-days\nACAP-ignore-conventional-records\n",
        ],
        silent: [
            "ACAP-ignore-conventional-records\nACAP-resource-set: s /a\nACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:s\n",
            "ACAP-resource-set: s /a\nACAP-crawler: *\nACAP-ignore-conventional-records\n",
        ],
    }
}
