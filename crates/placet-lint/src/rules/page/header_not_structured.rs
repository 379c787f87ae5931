//! ## What it finds
//! Finds `Robots-Tag` values that are no structured list.
//!
//! ## Why it matters
//! The field is a structured field (RFC 9651): a reader that follows the letter drops all of a list
//! with one fault in it (T-07). What can be understood is read here all the same.
//!
//! ## Example
//! ```http
//! Robots-Tag: *;NoIndex
//! ```
//! Write instead:
//! ```http
//! Robots-Tag: *;noindex
//! ```

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "TAG101",
    name: "header-not-structured",
    severity: Severity::Warning,
    source: include_str!("header_not_structured.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::FieldLenient) {
        findings.at(span, "no structured list, so strict readers drop all of it");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Robots-Tag: *;NoIndex\r\n"],
        silent: ["Robots-Tag: *;noindex, a;nosnippet\r\n"],
    }
}
