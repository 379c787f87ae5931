//! ## What it finds
//! Finds `unavailable_after` with a date that cannot be read.
//!
//! ## Why it matters
//! The rule has no effect, so that the page stays in the index. Dates of RFC 822, RFC 850 and ISO 8601
//! are read.
//!
//! ## Example
//! ```http
//! X-Robots-Tag: unavailable_after: next week
//! ```
//! Write instead:
//! ```http
//! X-Robots-Tag: unavailable_after: 2030-12-31
//! ```

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
            .at(span, "the date cannot be read, so the rule has no effect")
            .help("write it as `2030-12-31` or `2030-12-31T12:00:00Z`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["X-Robots-Tag: unavailable_after: next week\n"],
        silent: ["X-Robots-Tag: unavailable_after: 2030-12-31\n"],
    }
}
