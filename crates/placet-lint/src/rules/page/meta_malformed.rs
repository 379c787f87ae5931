//! ## What it finds
//! ACAP META elements that are not one permission, one prohibition or one version.
//!
//! ## Why it matters
//! An ACAP META element makes one statement. If it is malformed, crawlers treat the first usage
//! that it names as prohibited.
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
//!
//! ## Fix
//! By hand: write one element for each permission or prohibition.
//!
//! ## Reference
//! - ACAP Part 2 §2.2
//! - [How placet reads it](https://github.com/placet/placet/blob/main/docs/src/law/readings.md)

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
        findings
            .at(
                span,
                "crawlers treat the first usage named here as prohibited: the element is not one \
                 permission or prohibition",
            )
            .help("write one element for each permission or prohibition");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["<meta name=robots content='ACAP allow-index, allow-follow'>"],
        silent: ["<meta name=robots content='ACAP allow-index'><meta name=robots content='ACAP allow-follow'>"],
    }
}
