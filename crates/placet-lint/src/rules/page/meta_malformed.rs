//! ## What it finds
//! Finds ACAP META elements that are not one permission, prohibition or version.
//!
//! ## Why it matters
//! One element says one thing (R-142). Of others the first usage they name is prohibited (A-42).
//!
//! ## Example
//! ```html
//! <meta name="robots" content="ACAP allow-index, allow-follow">
//! ```
//! Write instead:
//! ```html
//! <meta name="robots" content="ACAP allow-index">
//! <meta name="robots" content="ACAP allow-follow">
//! ```

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "HTM102",
    name: "meta-malformed",
    severity: Severity::Error,
    source: include_str!("meta_malformed.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::MetaMalformed) {
        findings.at(span, "an ACAP element says one thing; the first usage it names is prohibited");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["<meta name=robots content='ACAP allow-index, allow-follow'>"],
        silent: ["<meta name=robots content='ACAP allow-index'><meta name=robots content='ACAP allow-follow'>"],
    }
}
