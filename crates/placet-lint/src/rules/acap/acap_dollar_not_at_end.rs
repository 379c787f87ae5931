//! ## What it finds
//! A `$` that is not the last character of an ACAP pattern.
//!
//! ## Why it matters
//! ACAP allows `$` only at the end of a pattern, where it matches the end of the path. placet reads
//! any other `$` as a literal character, and few URLs contain one, so the field most likely matches
//! nothing.
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
//!
//! ## Fix
//! By hand: end the pattern at the `$`, or delete the `$`.
//!
//! ## Reference
//! - ACAP 1.0 §2.8

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
                findings
                    .at(
                        at..at + 1,
                        "this field most likely matches no URL: a `$` before the end of a pattern \
                         matches only a `$` in the URL",
                    )
                    .help("end the pattern at the `$`, or delete the `$`");
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
