//! ## What it finds
//! Definitions that no field of the file uses. A file with `ACAP-permissions-reference` is not
//! reported, because the other files may use them.
//!
//! ## Why it matters
//! The definition has no effect. The fields that used it may have been deleted, or misspell its
//! name.
//!
//! ## Example
//! ```robots
//! ACAP-resource-set: drafts /drafts/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```
//!
//! ## Fix
//! By hand: use the name, or delete the definition.
//!
//! ## Reference
//! - ACAP 1.0 §2.7

use placet::syntax::acap::Field;
use std::collections::HashSet;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;
use crate::view::lossy;

pub(crate) const RULE: Rule = Rule {
    code: "ACA407",
    name: "definition-unused",
    severity: Severity::Note,
    source: include_str!("definition_unused.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    if table.fields.iter().any(|row| matches!(row.field, Field::PermissionsReference(_))) {
        return;
    }
    let used: HashSet<_> = table.uses(view).map(|(_, name)| name).collect();
    for (row, name) in table.definitions().filter(|(_, name)| !name.is_empty()) {
        let is_set = matches!(row.field, Field::ResourceSet { .. });
        if !used.contains(&(is_set, lossy(view.of(name.range())).to_ascii_lowercase())) {
            findings
                .at(
                    name.range(),
                    format!(
                        "this definition has no effect: no field uses {}",
                        view.quote(name.range())
                    ),
                )
                .help("use the name in a field, or delete the definition");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-resource-set: a /a\nACAP-qualified-usage: b index time-limit=3-days\nACAP-crawler: *\nACAP-allow-index: /\n"],
        silent: ["ACAP-resource-set: b /b\nACAP-resource-set: a the-acap:resource-set:b\nACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:a\n", "ACAP-resource-set: a /a\nACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:A\n"],
    }
}
