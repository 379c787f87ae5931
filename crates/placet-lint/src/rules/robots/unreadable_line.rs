//! ## What it finds
//! Finds lines that are neither blank, nor a comment, nor a record.
//!
//! ## Why it matters
//! Crawlers pass over what they cannot read (RFC 9309 §2.3.1.5, F-06). A comment without its `#` is
//! harmless; a rule without its key is lost.
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
            findings.at(span.clone(), "neither blank nor a record; crawlers pass over it");
        if matches!(view.of(span).first(), Some(b'/' | b'*')) {
            finding.help("a pattern stands behind a key: write `Disallow: ` before it");
        } else {
            finding.help("a comment begins with `#`");
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
