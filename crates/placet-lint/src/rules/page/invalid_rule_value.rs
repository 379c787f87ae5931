//! ## What it finds
//! Finds rules with a value that cannot be understood, or in the form of the other field.
//!
//! ## Why it matters
//! The rule has no effect (T-05). In `Robots-Tag` a value stands behind `=`, in `X-Robots-Tag` and
//! META elements behind `:`.
//!
//! ## Example
//! ```http
//! Robots-Tag: *;max-snippet=few
//! ```
//! Write instead:
//! ```http
//! Robots-Tag: *;max-snippet=50
//! ```

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
        findings.at(span, "the value cannot be understood, so the rule has no effect");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Robots-Tag: *;max-snippet=few\nX-Robots-Tag: max-image-preview:huge\n"],
        silent: ["Robots-Tag: *;max-snippet=50\n"],
    }
}
