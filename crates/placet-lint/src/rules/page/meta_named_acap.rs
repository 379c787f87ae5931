//! ## What it does
//! Finds META elements with the name `ACAP`.
//!
//! ## Why is this bad
//! ACAP's META elements have the name `robots`, or that of a crawler, and begin their content with
//! `ACAP` (Part 2 section 2.2.1). An element named `ACAP` addresses a crawler of that name, and there
//! is none: what it says has no effect.
//!
//! ## Example
//! ```html
//! <meta name="ACAP" content="disallow-index">
//! ```
//! Use instead:
//! ```html
//! <meta name="robots" content="ACAP disallow-index">
//! ```

use placet::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "H108",
    name: "meta-named-acap",
    severity: Severity::Error,
    source: include_str!("meta_named_acap.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::MetaNamedAcap) {
        findings
            .at(span, "this element has no effect: ACAP stands in the content, not in the name")
            .help("write name=\"robots\" and begin the content with ACAP");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<meta name=ACAP content='disallow-index'>",
            "<meta name=acap content='ACAP disallow-index'>",
        ],
        silent: ["<meta name=robots content='ACAP disallow-index'>"],
    }
}
