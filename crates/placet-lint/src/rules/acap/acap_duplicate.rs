//! ## What it finds
//! Finds permissions and prohibitions that stand a second time in their record, letters of either case
//! taken as one.
//!
//! ## Why it matters
//! ACAP patterns are matched without regard to case (R-072): `/*.PDF$` adds nothing to `/*.pdf$`.
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
        // Equal qualifiers count as a repetition too, but are seldom worth a look.
        if !it.qualifiers.is_empty() {
            continue;
        }
        let key = view.of(it.row.key.range()).to_ascii_lowercase();
        let pattern = view.of(resource.range()).to_ascii_lowercase();
        let before = first.entry((record, key, pattern)).or_insert_with(|| it.row.span.clone());
        if before.start != it.row.span.start {
            findings
                .at(it.row.span.clone(), "the same stands above; ACAP patterns ignore case")
                .also(before.clone(), "here");
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
