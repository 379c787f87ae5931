//! ## What it finds
//! `unavailable_after` with an invalid date.
//!
//! ## Why it matters
//! The rule has no effect, so the page stays in the index. Dates in the formats of RFC 822, RFC 850
//! and ISO 8601 are valid.
//!
//! ## Example
//! ```http
//! X-Robots-Tag: unavailable_after: next week
//! ```
//! Write instead:
//! ```http
//! X-Robots-Tag: unavailable_after: 2030-12-31
//! ```
//!
//! ## Fix
//! By hand: write the date as in `2030-12-31`.
//!
//! ## Reference
//! - [Google: robots meta tag](https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag)

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "TAG108",
    name: "unreadable-date",
    severity: Severity::Warning,
    source: include_str!("unreadable_date.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::RuleDate) {
        findings
            .at(span, "this rule has no effect: its date is not valid")
            .help("write the date as in `2030-12-31` or `2030-12-31T12:00:00Z`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["X-Robots-Tag: unavailable_after: next week\n"],
        silent: ["X-Robots-Tag: unavailable_after: 2030-12-31\n"],
    }
}
