//! ## What it does
//! Finds `X-Robots-Tag`.
//!
//! ## Why is this bad
//! It is the old name of `Robots-Tag`, which has one grammar instead of several (T-08). Until crawlers
//! know the new one, send both.
//!
//! ## Example
//! ```http
//! X-Robots-Tag: noindex
//! ```
//! Use instead:
//! ```http
//! Robots-Tag: *;noindex
//! ```

use placet::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "T104",
    name: "field-deprecated",
    severity: Severity::Note,
    source: include_str!("field_deprecated.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::FieldDeprecated) {
        findings.at(span, "`X-Robots-Tag` is the old name of `Robots-Tag`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["X-Robots-Tag: noindex\n"],
        silent: ["Robots-Tag: *;noindex\n"],
    }
}
