//! ## What it finds
//! Finds white space that ACAP does not know: before the colon, or other than spaces and tabs.
//!
//! ## Why it matters
//! The grammar has none before the colon and no no-break spaces (R-006, A-04). Readers that follow it
//! to the letter pass over the field.
//!
//! ## Example
//! ```robots
//! ACAP-crawler : *
//! ACAP-disallow-crawl: /drafts/
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA102",
    name: "acap-whitespace",
    severity: Severity::Note,
    source: include_str!("acap_whitespace.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::AcapBlank) {
        findings.at(
            view.record(problem.line()),
            "ACAP knows only spaces and tabs, and none before the colon",
        );
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler : *\nACAP-disallow-crawl: \u{A0}/a\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-crawl:\t/a\n"],
    }
}
