//! ## What it finds
//! Names that are defined twice. Qualified and composite usages share one set of names.
//!
//! ## Why it matters
//! ACAP does not allow it. placet uses the first definition and ignores the second; other programs
//! may do otherwise.
//!
//! ## Example
//! ```robots
//! ACAP-resource-set: drafts /drafts/
//! ACAP-resource-set: drafts /private/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ```
//! Write instead:
//! ```robots
//! ACAP-resource-set: drafts /drafts/ /private/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ```
//!
//! ## Fix
//! By hand: merge the definitions, or rename one of them.
//!
//! ## Reference
//! - ACAP 1.0 §3

use placet::syntax::acap::Field;
use std::collections::HashMap;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA402",
    name: "defined-twice",
    severity: Severity::Error,
    source: include_str!("defined_twice.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut first = HashMap::new();
    for (row, name) in view.acap().definitions().filter(|(_, name)| !name.is_empty()) {
        let is_set = matches!(row.field, Field::ResourceSet { .. });
        let key = (is_set, view.of(name.range()).to_ascii_lowercase());
        let before = *first.entry(key).or_insert(name);
        if before != name {
            findings
                .at(
                    name.range(),
                    format!(
                        "this definition has no effect: {} is already defined above",
                        view.quote(name.range())
                    ),
                )
                .also(before.range(), "the first definition")
                .help("merge the definitions, or rename one of them");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-resource-set: a /a\nACAP-resource-set: A /b\nACAP-qualified-usage: b index time-limit=3-days\nACAP-composite-usage: b crawl index\n"],
        silent: ["ACAP-resource-set: a /a\nACAP-composite-usage: a crawl index\n"],
    }
}
