//! ## What it finds
//! Finds field values and META content longer than 8 KiB.
//!
//! ## Why it matters
//! Crawlers need to process 8 KiB and no more (T-06, T-14). What is not complete inside that is
//! ignored.
//!
//! ## Example
//! A field with rules for a thousand crawlers.
//!
//! Write instead: rules for `*`.

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "TAG103",
    name: "value-too-long",
    severity: Severity::Error,
    source: include_str!("value_too_long.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::FieldCut) {
        let place = span.start..span.end.min(span.start + 1);
        findings.at(place, "longer than 8 KiB; what is not complete inside that is not read");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [format!("Robots-Tag: {}*;noindex\n", "a;noindex, ".repeat(1_000))],
        silent: [format!("Robots-Tag: {}*;noindex\n", "a;noindex, ".repeat(100))],
    }
}
