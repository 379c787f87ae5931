//! ## What it finds
//! Records without a colon: `Disallow /drafts/`.
//!
//! ## Why it matters
//! Some parsers accept white space in place of the colon; others skip the line, so what it should
//! close stays open to those crawlers.
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
//! Safe: inserts the colon after the key.
//!
//! ## Reference
//! - [RFC 9309 §2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)

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
            .at(
                span.clone(),
                format!(
                    "some crawlers skip this line: the colon after {} is missing",
                    view.quote(span.clone())
                ),
            )
            .fix(Fix::safe("insert the colon", Edit::insert(span.end, ":")));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent *\nDisallow /a\n"],
        silent: ["User-agent : *\nDisallow: /a b\n"],
    }
}
