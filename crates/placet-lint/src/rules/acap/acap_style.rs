//! ## What it finds
//! Finds ACAP fields that do not begin with `ACAP-` in capitals, or have no space behind the colon.
//!
//! ## Why it matters
//! Names ignore case and the space may be missing (R-004, R-005), but all examples in the documents
//! are written so, and simple readers look for nothing else.
//!
//! ## Example
//! ```robots
//! acap-crawler:*
//! ACAP-disallow-crawl: /drafts/
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```
//!
//! ## Fix
//! Safe: case and white space mean nothing here.

use placet::syntax::ProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA101",
    name: "acap-style",
    severity: Severity::Note,
    source: include_str!("acap_style.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::AcapStyle) {
        let key = problem.span().range();
        let Some(record) = view.syntax(problem.line()) else { continue };
        let prefix = key.start..(key.start + 5).min(key.end);
        let mut edits = Vec::new();
        if view.of(prefix.clone()) != b"ACAP-" {
            edits.push(Edit::replace(prefix, "ACAP-"));
        }
        let colon =
            record.value.start().checked_sub(1).filter(|&at| view.text.get(at) == Some(&b':'));
        if let Some(colon) = colon.filter(|_| !record.value.is_empty()) {
            edits.push(Edit::insert(colon + 1, " "));
        }
        findings
            .at(key, "ACAP writes `ACAP-` in capitals and a space behind the colon")
            .fix(Fix::safe_all("write it as the documents do", edits));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["acap-crawler:*\nACAP-disallow-crawl:/a\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-crawl: /a\nACAP-Allow-Index: /b\n"],
    }
}
