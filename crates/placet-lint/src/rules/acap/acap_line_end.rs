//! ## What it finds
//! ACAP fields that do not end in CRLF. It is reported once per file.
//!
//! ## Why it matters
//! ACAP's grammar allows only CRLF as the end of a line. Every known program also accepts LF.
//!
//! ## Example
//! A file with ACAP fields and the line ends of Unix (LF).
//!
//! Write instead: CRLF at the end of each line.
//!
//! ## Fix
//! By hand: save the file with CRLF (Windows) line ends.
//!
//! ## Reference
//! - ACAP 1.0 §3

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
        findings
            .at(
                view.record(problem.line()),
                "a strict program may not read this field: by ACAP's grammar it ends in CRLF",
            )
            .help("save the file with CRLF (Windows) line ends");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-crawl: /a\n"],
        silent: ["ACAP-crawler: *\r\nACAP-disallow-crawl: /a\r\n"],
    }
}
