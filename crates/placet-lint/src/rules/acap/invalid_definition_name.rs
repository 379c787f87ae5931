//! ## What it finds
//! Finds definitions under a name that is none.
//!
//! ## Why it matters
//! A name begins with a letter and goes on with letters, digits, `-`, `_` and `.` (R-007). In the
//! definition it stands without parentheses (R-113).
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
            findings.at(place, "a name is a letter, then letters, digits, `-`, `_` and `.`");
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
