//! ## What it finds
//! Finds records without a colon: `Disallow /drafts/`.
//!
//! ## Why it matters
//! The grammar asks for a colon (RFC 9309 §2.2). Some parsers read the white space in its place
//! (F-07), others pass over the line.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Safe: the colon is put where it is read.

use placet::syntax::ProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB104",
    name: "missing-colon",
    severity: Severity::Warning,
    source: include_str!("missing_colon.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::MissingColon) {
        let span = problem.span().range();
        findings
            .at(span.clone(), "the colon is missing; some crawlers pass over the line")
            .fix(Fix::safe("put the colon in", Edit::insert(span.end, ":")));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent *\nDisallow /a\n"],
        silent: ["User-agent : *\nDisallow: /a b\n"],
    }
}
