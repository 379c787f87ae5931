//! ## What it finds
//! Finds a last record that says nothing.
//!
//! ## Why it matters
//! A record has at least one field besides those that name crawlers (R-030). At the end of the file it
//! has no effect (A-45).
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-crawl: /
//! ```

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA204",
    name: "record-without-fields",
    severity: Severity::Error,
    source: include_str!("record_without_fields.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    let Some(last) = table.records.last().filter(|record| record.fields.is_empty()) else { return };
    if let Some((first, _)) = table.crawlers_of(last).next() {
        findings
            .at(first.span.clone(), "the record says nothing, so it has no effect")
            .help("write `ACAP-allow-crawl: /` where everything is open to these crawlers");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: a\nACAP-disallow-crawl: /\nACAP-crawler: *\n"],
        silent: ["ACAP-crawler: a\nACAP-crawler: b\nACAP-disallow-crawl: /\n"],
    }
}
