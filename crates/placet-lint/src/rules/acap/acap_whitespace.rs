//! ## What it finds
//! White space before the colon of an ACAP field, or white space other than spaces and tabs, such
//! as a no-break space.
//!
//! ## Why it matters
//! ACAP's grammar allows neither. Programs that follow the grammar skip the field.
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
//!
//! ## Fix
//! By hand: delete the white space, or replace it with a space.
//!
//! ## Reference
//! - ACAP 1.0 §3

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
        findings
            .at(
                view.record(problem.line()),
                "strict programs skip this field: ACAP allows only spaces and tabs, and none before \
                 the colon",
            )
            .help("delete the white space, or replace it with a space");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler : *\nACAP-disallow-crawl: \u{A0}/a\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-crawl:\t/a\n"],
    }
}
