//! ## What it finds
//! Finds `indexifembedded` beside `noindex`.
//!
//! ## Why it matters
//! Rules only restrict (T-03): it lifts nothing, but for the one search engine that knows it.
//!
//! ## Example
//! ```http
//! Robots-Tag: *;noindex;indexifembedded
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
    code: "TAG109",
    name: "indexifembedded-with-noindex",
    severity: Severity::Note,
    source: include_str!("indexifembedded_with_noindex.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::RuleOnlyRestricts) {
        findings.at(span, "rules only restrict, so this lifts nothing");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Robots-Tag: *;noindex;indexifembedded\n"],
        silent: ["Robots-Tag: *;noindex\n"],
    }
}
