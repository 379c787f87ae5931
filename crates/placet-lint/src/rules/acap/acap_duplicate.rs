//! ## What it finds
//! ACAP permissions and prohibitions that are repeated in their record, ignoring case.
//!
//! ## Why it matters
//! ACAP patterns ignore case: `/*.PDF$` adds nothing to `/*.pdf$`. The second field has no effect.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /*.pdf$
//! ACAP-disallow-crawl: /*.PDF$
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /*.pdf$
//! ```
//!
//! ## Fix
//! By hand: delete one of the two.
//!
//! ## Reference
//! - ACAP 1.0 §2.8

use std::collections::HashMap;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA318",
    name: "acap-duplicate",
    severity: Severity::Note,
    source: include_str!("acap_duplicate.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut first = HashMap::new();
    for it in view.acap().permissions().filter(|it| !it.row.in_sub_record) {
        let (Some(record), [resource]) = (it.row.record, it.resources) else { continue };
        // Fields with equal qualifiers are duplicates, too, but rarely worth reporting.
        if !it.qualifiers.is_empty() {
            continue;
        }
        let key = view.of(it.row.key.range()).to_ascii_lowercase();
        let pattern = view.of(resource.range()).to_ascii_lowercase();
        let before = first.entry((record, key, pattern)).or_insert(it.row);
        if before.line != it.row.line {
            findings
                .at(
                    it.row.span.clone(),
                    format!(
                        "this field has no effect: line {} has the same one (ACAP patterns ignore \
                         case)",
                        before.line
                    ),
                )
                .also(before.span.clone(), "the same field")
                .help("delete one of the two");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-crawl: /a\nACAP-disallow-crawl: /A\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-crawl: /a\nACAP-disallow-index: /A\nACAP-crawler: b\nACAP-disallow-crawl: /a\n"],
    }
}
