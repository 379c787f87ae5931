//! ## What it finds
//! Lines that are not blank, not a comment and not a `key: value` record.
//!
//! ## Why it matters
//! Crawlers skip what they cannot read. A comment without its `#` does no harm, but a rule without
//! its key is lost, and what it should close stays open.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! all our drafts
//! /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! # all our drafts
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! By hand: write `Disallow: ` before a path, or `#` before a comment.
//!
//! ## Reference
//! - [RFC 9309 §2.3.1.5](https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1.5)

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB102",
    name: "unreadable-line",
    severity: Severity::Warning,
    source: include_str!("unreadable_line.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::Unreadable) {
        let span = problem.span().range();
        let finding =
            findings.at(span.clone(), "crawlers skip this line: it is not a `key: value` record");
        if matches!(view.of(span).first(), Some(b'/' | b'*')) {
            finding.help("write `Disallow: ` before the path");
        } else {
            finding.help("if it is a comment, write `#` before it");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nthree words here\n/drafts/\n"],
        silent: ["User-agent: *\n# three words here\n\nDisallow: /drafts/\n"],
    }
}
