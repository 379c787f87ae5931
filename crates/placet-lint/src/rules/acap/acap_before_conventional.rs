//! ## What it finds
//! `User-agent` groups below ACAP records.
//!
//! ## Why it matters
//! An ACAP record ends only at the next `ACAP-crawler` field. A strict program reads the group as
//! part of the record and ignores its rules. ACAP strongly recommends placing ACAP records at the
//! end of the file.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//!
//! User-agent: *
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//!
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```
//!
//! ## Fix
//! By hand: move the ACAP records to the end of the file.
//!
//! ## Reference
//! - ACAP 1.0 §2.9.2

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA111",
    name: "acap-before-conventional",
    severity: Severity::Note,
    source: include_str!("acap_before_conventional.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    let first = table.records.first().and_then(|record| table.crawlers_of(record).next());
    let Some((first, _)) = first else { return };
    if let Some(below) = view.agents.iter().find(|line| line.line() > first.line) {
        findings
            .at(
                below.record().range(),
                "some programs ignore this group: it comes after an ACAP record",
            )
            .also(first.span.clone(), "the first ACAP record")
            .help("move the ACAP records to the end of the file");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-crawl: /\nUser-agent: *\nDisallow: /a\n"],
        silent: ["User-agent: *\nDisallow: /a\nACAP-crawler: *\nACAP-allow-crawl: /\n"],
    }
}
