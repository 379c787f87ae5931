//! ## What it finds
//! Features of ACAP 1.1 in META elements of pages that do not declare that version.
//!
//! ## Why it matters
//! Without the version, crawlers ignore the element.
//!
//! ## Example
//! ```html
//! <meta name="robots" content="ACAP allow-present target-condition=country:DK">
//! ```
//! Write instead:
//! ```html
//! <meta name="robots" content="ACAP Version 1.1">
//! <meta name="robots" content="ACAP allow-present target-condition=country:DK">
//! ```
//!
//! ## Fix
//! By hand: add `<meta name="robots" content="ACAP Version 1.1">`.
//!
//! ## Reference
//! - ACAP Part 2 §2.2.7

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "HTM103",
    name: "meta-unversioned",
    severity: Severity::Warning,
    source: include_str!("meta_unversioned.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::MetaUnversioned) {
        findings
            .at(
                span,
                "crawlers ignore this element: it needs ACAP 1.1, which the page does not declare",
            )
            .help("add `<meta name=\"robots\" content=\"ACAP Version 1.1\">`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["<meta name=robots content='ACAP allow-present target-condition=x'>"],
        silent: ["<meta name=robots content='ACAP Version 1.1'><meta name=robots content='ACAP allow-present target-condition=x'>"],
    }
}
