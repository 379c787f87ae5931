//! ## What it finds
//! META elements with the name `ACAP`.
//!
//! ## Why it matters
//! The name of the element says which crawlers it addresses: `robots` for all, or the name of one.
//! An element named `ACAP` addresses a crawler of that name, which does not exist, so it has no
//! effect. `ACAP` is the first word of the content.
//!
//! ## Example
//! ```html
//! <meta name="ACAP" content="disallow-index">
//! ```
//! Write instead:
//! ```html
//! <meta name="robots" content="ACAP disallow-index">
//! ```
//!
//! ## Fix
//! By hand: write `name="robots"`, and `ACAP` as the first word of the content.
//!
//! ## Reference
//! - ACAP Part 2 §2.2.1

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "HTM111",
    name: "meta-named-acap",
    severity: Severity::Error,
    source: include_str!("meta_named_acap.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::MetaNamedAcap) {
        findings
            .at(span, "this element has no effect: it addresses a crawler named ACAP")
            .help("write `name=\"robots\"`, and `ACAP` as the first word of the content");
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
