//! ## What it finds
//! `indexifembedded` together with `noindex`.
//!
//! ## Why it matters
//! Only Google reads `indexifembedded`. All other crawlers obey `noindex` for embedded pages, too.
//!
//! ## Example
//! ```http
//! Robots-Tag: *;noindex;indexifembedded
//! ```
//! Write instead:
//! ```http
//! Robots-Tag: *;noindex
//! ```
//!
//! ## Fix
//! By hand: delete `indexifembedded`, unless it is meant for Google only.
//!
//! ## Reference
//! - [Google: robots meta tag](https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag)

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
        findings
            .at(span, "most crawlers ignore this rule and obey `noindex`: only Google reads it")
            .help("delete it, unless it is meant for Google only");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Robots-Tag: *;noindex;indexifembedded\n"],
        silent: ["Robots-Tag: *;noindex\n"],
    }
}
