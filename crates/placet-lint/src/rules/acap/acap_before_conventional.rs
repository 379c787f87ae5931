//! ## What it finds
//! Finds conventional groups below ACAP records.
//!
//! ## Why it matters
//! The documents strongly recommend ACAP records at the end (R-024). An ACAP record ends only at the
//! next `ACAP-crawler` field, so that a strict reader takes the group for part of it and ignores its
//! rules (A-06).
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
            .at(below.record().range(), "a conventional group stands below an ACAP record")
            .also(first.span.clone(), "the first ACAP record");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-crawl: /\nUser-agent: *\nDisallow: /a\n"],
        silent: ["User-agent: *\nDisallow: /a\nACAP-crawler: *\nACAP-allow-crawl: /\n"],
    }
}
