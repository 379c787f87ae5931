//! ## What it finds
//! Finds a `$` that is not at the end of an ACAP pattern.
//!
//! ## Why it matters
//! It may stand only there (R-071); elsewhere it is read as a character like any other (A-14).
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /*.pdf$*
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /*.pdf$
//! ```

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA315",
    name: "acap-dollar-not-at-end",
    severity: Severity::Warning,
    source: include_str!("acap_dollar_not_at_end.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in &view.acap().fields {
        for pattern in row.patterns() {
            let text = view.of(pattern.range());
            let at = text.iter().position(|&byte| byte == b'$').filter(|at| at + 1 < text.len());
            if let Some(at) = at.map(|at| pattern.start() + at) {
                findings.at(at..at + 1, "a `$` stands only at the end of a pattern");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-resource-set: s /a$b\nACAP-crawler: *\nACAP-disallow-crawl: /$a$\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-crawl: /a$\n"],
    }
}
