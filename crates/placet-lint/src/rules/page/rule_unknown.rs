//! ## What it finds
//! Rules in headers and META elements that no crawler is known to read.
//!
//! ## Why it matters
//! The rule has no effect.
//!
//! ## Example
//! ```http
//! Robots-Tag: *;no-index
//! ```
//! Write instead:
//! ```http
//! Robots-Tag: *;noindex
//! ```
//!
//! ## Fix
//! Unsafe: writes a known rule that is similar; it applies after the fix.
//!
//! ## Reference
//! - [draft-illyes-repext-03 §3.1.3](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-3.1.3)
//! - [Google: robots meta tag](https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag)

use placet::syntax::ProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::similar::most_similar;
use crate::view::View;
use crate::view::lossy;

pub(crate) const RULE: Rule = Rule {
    code: "TAG106",
    name: "rule-unknown",
    severity: Severity::Warning,
    source: include_str!("rule_unknown.rs"),
    check: Check::File(check),
};

const KNOWN: [&str; 16] = [
    "noindex",
    "nofollow",
    "nosnippet",
    "noarchive",
    "nocache",
    "noimageindex",
    "notranslate",
    "max-snippet",
    "max-image-preview",
    "max-video-preview",
    "unavailable_after",
    "noai",
    "noimageai",
    "indexifembedded",
    "index",
    "follow",
];

/// The known rule in headers and META elements that is most similar to an unknown one, if they differ
/// in a few letters only.
pub fn similar_rule(word: &str) -> Option<&'static str> {
    most_similar(word, KNOWN)
}

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::RuleUnknown) {
        let word = lossy(view.of(span.clone()));
        let draft =
            findings.at(span.clone(), "this rule has no effect: no crawler is known to read it");
        // In a page the span is the whole tag, to which no rule is similar.
        if let Some(similar) = similar_rule(&word) {
            draft
                .help(format!("if you meant `{similar}`, correct the rule"))
                .fix(Fix::risky("correct the rule", Edit::replace(span, similar)));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Robots-Tag: *;no-index;frob\nX-Robots-Tag: noidnex\n"],
        silent: ["Robots-Tag: *;noindex\n"],
    }
}
