//! ## What it finds
//! Finds ACAP fields that do not end in CRLF; told once a file.
//!
//! ## Why it matters
//! The grammar knows only CRLF. Every reader met so far accepts LF.
//!
//! ## Example
//! A file with ACAP fields saved with the line ends of Unix.
//!
//! Write instead: CRLF.

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA103",
    name: "acap-line-end",
    severity: Severity::Note,
    source: include_str!("acap_line_end.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::AcapLineEnd) {
        findings.at(view.record(problem.line()), "by the grammar ACAP fields end in CRLF");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-crawl: /a\n"],
        silent: ["ACAP-crawler: *\r\nACAP-disallow-crawl: /a\r\n"],
    }
}
