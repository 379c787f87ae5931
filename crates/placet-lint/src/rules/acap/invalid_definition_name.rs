//! ## What it finds
//! Definitions with an invalid name.
//!
//! ## Why it matters
//! A name is a letter followed by letters, digits, `-`, `_` and `.`; in its definition it has no
//! parentheses. Fields may not find the definition under another name.
//!
//! ## Example
//! ```robots
//! ACAP-resource-set: 1st /drafts/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:1st
//! ```
//! Write instead:
//! ```robots
//! ACAP-resource-set: first /drafts/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:first
//! ```
//!
//! ## Fix
//! By hand: rename it.
//!
//! ## Reference
//! - ACAP 1.0 §3

use placet::write::Name;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;
use crate::view::lossy;

pub(crate) const RULE: Rule = Rule {
    code: "ACA404",
    name: "invalid-definition-name",
    severity: Severity::Warning,
    source: include_str!("invalid_definition_name.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for (row, name) in view.acap().definitions() {
        let text = lossy(view.of(name.range()));
        if Name::new(&text).is_err() {
            let place = if name.is_empty() { row.span.clone() } else { name.range() };
            findings
                .at(place, "some programs do not find this definition: its name is not valid")
                .help("write a letter first, then letters, digits, `-`, `_` and `.` only");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-resource-set: 1st /a\nACAP-qualified-usage: (q) index time-limit=3-days\n"],
        silent: ["ACAP-resource-set: a-1_b.c /a\n"],
    }
}
