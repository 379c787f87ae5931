//! ## What it finds
//! A second ACAP record for `*`.
//!
//! ## Why it matters
//! ACAP 0.2 allows one such record; later versions do not say. placet combines them, but other
//! programs may read only one.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//!
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /private/
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ACAP-disallow-crawl: /private/
//! ```
//!
//! ## Fix
//! By hand: move the fields into one record.
//!
//! ## Reference
//! - ACAP 0.2 §4.2

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA202",
    name: "several-star-records",
    severity: Severity::Note,
    source: include_str!("several_star_records.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    let head =
        |at: usize| table.records.get(at).and_then(|record| table.crawlers_of(record).next());
    let mut records = (0..table.records.len()).filter(|&at| table.is_any(at)).filter_map(head);
    let Some((first, _)) = records.next() else { return };
    for (other, _) in records {
        findings
            .at(
                other.span.clone(),
                format!(
                    "some programs may ignore this record: line {} already begins one for `*`",
                    first.line
                ),
            )
            .also(first.span.clone(), "the first record")
            .help("move the fields into one record");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-crawl: /a\nACAP-crawler: *\nACAP-disallow-crawl: /b\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-crawl: /a\nACAP-crawler: a\nACAP-disallow-crawl: /b\n"],
    }
}
