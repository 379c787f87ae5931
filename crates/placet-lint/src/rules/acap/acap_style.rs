//! ## What it finds
//! ACAP fields that do not begin with `ACAP-` in capitals, or have no space after the colon.
//!
//! ## Why it matters
//! ACAP ignores case and does not require the space. But all examples in its documents are written
//! this way, and simple programs look for nothing else.
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
//! Safe: writes `ACAP-` in capitals and a space after the colon. Case and white space change
//! nothing here.
//!
//! ## Reference
//! - ACAP 1.0 §3

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
            .at(
                key,
                "simple programs do not recognise this field: they expect `ACAP-` in capitals and a \
                 space after the colon",
            )
            .fix(Fix::safe_all("write the field as ACAP's documents do", edits));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["acap-crawler:*\nACAP-disallow-crawl:/a\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-crawl: /a\nACAP-Allow-Index: /b\n"],
    }
}
