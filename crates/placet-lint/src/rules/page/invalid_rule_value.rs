//! ## What it finds
//! Rules with an invalid value, or with the value in the form of another header.
//!
//! ## Why it matters
//! The rule has no effect. In `Robots-Tag` the value follows `=`, in `X-Robots-Tag` and META
//! elements it follows `:`.
//!
//! ## Example
//! ```http
//! Robots-Tag: *;max-snippet=few
//! ```
//! Write instead:
//! ```http
//! Robots-Tag: *;max-snippet=50
//! ```
//!
//! ## Fix
//! By hand: write a valid value.
//!
//! ## Reference
//! - [draft-illyes-repext-03 §3.1.1](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-3.1.1)
//! - [Google: robots meta tag](https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag)

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "TAG107",
    name: "invalid-rule-value",
    severity: Severity::Warning,
    source: include_str!("invalid_rule_value.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::RuleValue) {
        findings
            .at(span, "this rule has no effect: its value is not valid")
            .help("write `max-snippet=50` in `Robots-Tag`, `max-snippet: 50` elsewhere");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Robots-Tag: *;max-snippet=few\nX-Robots-Tag: max-image-preview:huge\n"],
        silent: ["Robots-Tag: *;max-snippet=50\n"],
    }
}
