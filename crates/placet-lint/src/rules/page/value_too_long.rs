//! ## What it finds
//! `Robots-Tag` values, `X-Robots-Tag` values and META content longer than 8 KiB.
//!
//! ## Why it matters
//! Crawlers must process the first 8 KiB and may ignore the rest. Rules that are not complete
//! within that limit may have no effect.
//!
//! ## Example
//! A header with rules for a thousand crawlers.
//!
//! Write instead: rules for `*`.
//!
//! ## Fix
//! By hand: shorten the value.
//!
//! ## Reference
//! - [draft-illyes-repext-03 §3.1.1](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-3.1.1)
//! - [draft-illyes-repext-03 §4](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-4)

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
        findings
            .at(place, "some crawlers ignore the end of this value: it is longer than 8 KiB")
            .help("shorten it, for example with rules for `*`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [format!("Robots-Tag: {}*;noindex\n", "a;noindex, ".repeat(1_000))],
        silent: [format!("Robots-Tag: {}*;noindex\n", "a;noindex, ".repeat(100))],
    }
}
