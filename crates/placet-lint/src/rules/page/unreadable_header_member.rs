//! ## What it finds
//! Finds parts of a `Robots-Tag` value that cannot be understood.
//!
//! ## Why it matters
//! They are passed over (T-07), and with them what they should restrict.
//!
//! ## Example
//! ```http
//! Robots-Tag: *;noindex, (a b);nosnippet
//! ```
//! Write instead:
//! ```http
//! Robots-Tag: *;noindex, a;nosnippet, b;nosnippet
//! ```

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "TAG102",
    name: "unreadable-header-member",
    severity: Severity::Warning,
    source: include_str!("unreadable_header_member.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::FieldMember) {
        findings.at(span, "this part cannot be understood, so it is passed over");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Robots-Tag: *;noindex, (a b);nosnippet\n"],
        silent: ["Robots-Tag: *;noindex, a;nosnippet, b;nosnippet\n"],
    }
}
