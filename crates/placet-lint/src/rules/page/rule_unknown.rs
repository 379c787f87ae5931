//! ## What it finds
//! Finds rules that nobody knows, in fields and META elements.
//!
//! ## Why it matters
//! An unknown rule has no effect (T-05).
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
//! Unsafe: offered where a known rule is near; it counts afterwards.

use placet::syntax::ProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::near::nearest;
use crate::rule::{Check, Rule};
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

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::RuleUnknown) {
        let word = lossy(view.of(span.clone()));
        let near = nearest(&word, KNOWN);
        let draft = findings.at(span.clone(), "no crawler knows such a rule, so it has no effect");
        // In a page all of the tag is marked.
        if let Some(near) = near {
            draft
                .help(format!("`{near}` is near"))
                .fix(Fix::risky("replace it", Edit::replace(span, near)));
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
