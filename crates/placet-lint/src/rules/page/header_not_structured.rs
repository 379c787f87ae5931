//! ## What it finds
//! `Robots-Tag` values that are not a structured list.
//!
//! ## Why it matters
//! `Robots-Tag` is a structured header: a program that follows the standard strictly ignores a
//! whole list with one error in it. placet applies what it can understand.
//!
//! ## Example
//! ```http
//! Robots-Tag: *;NoIndex
//! ```
//! Write instead:
//! ```http
//! Robots-Tag: *;noindex
//! ```
//!
//! ## Fix
//! By hand: write a list of crawler names or `*`, each with its rules in lower case after `;`.
//!
//! ## Reference
//! - [draft-illyes-repext-03 §3.1.1](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-3.1.1)
//! - [RFC 9651 §3.1](https://www.rfc-editor.org/rfc/rfc9651#section-3.1)

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
        findings
            .at(span, "strict crawlers ignore this whole header: it is not a structured list")
            .help("write names and rules in lower case, as in `*;noindex, examplebot;nosnippet`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Robots-Tag: *;NoIndex\r\n"],
        silent: ["Robots-Tag: *;noindex, a;nosnippet\r\n"],
    }
}
