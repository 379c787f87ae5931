//! ## What it finds
//! Parts of a `Robots-Tag` value that are not a crawler name or `*` with rules.
//!
//! ## Why it matters
//! Crawlers skip such a part, so its rules restrict nothing.
//!
//! ## Example
//! ```http
//! Robots-Tag: *;noindex, (a b);nosnippet
//! ```
//! Write instead:
//! ```http
//! Robots-Tag: *;noindex, a;nosnippet, b;nosnippet
//! ```
//!
//! ## Fix
//! By hand: write the name of one crawler or `*`, then `;` and its rules.
//!
//! ## Reference
//! - [draft-illyes-repext-03 §3.1.1](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-3.1.1)

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
        findings
            .at(span, "crawlers skip this part: it is not the name of a crawler with rules")
            .help("write the name of one crawler or `*`, then `;` and its rules");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Robots-Tag: *;noindex, (a b);nosnippet\n"],
        silent: ["Robots-Tag: *;noindex, a;nosnippet, b;nosnippet\n"],
    }
}
