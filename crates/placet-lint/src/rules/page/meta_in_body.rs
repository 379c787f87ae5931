//! ## What it finds
//! META elements with rules for crawlers in the body of a page.
//!
//! ## Why it matters
//! Crawlers obey META elements in the head only. An element that is not allowed in the head, such
//! as `<p>` or `<img>`, ends the head, even without a `<body>` tag.
//!
//! ## Example
//! ```html
//! <title>News</title>
//! <p>Text
//! <meta name="robots" content="noindex">
//! ```
//! Write instead:
//! ```html
//! <title>News</title>
//! <meta name="robots" content="noindex">
//! <p>Text
//! ```
//!
//! ## Fix
//! By hand: move the element into the head.
//!
//! ## Reference
//! - [draft-illyes-repext-03 §4](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-4)

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "HTM101",
    name: "meta-in-body",
    severity: Severity::Error,
    source: include_str!("meta_in_body.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::MetaInBody) {
        findings
            .at(span, "crawlers do not obey this element: it is in the body of the page")
            .help("move it into the head, before any content of the page");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["<title>a</title><img src=b><meta name=robots content=noindex>"],
        silent: ["<title>a</title><meta name=robots content=noindex><p>b"],
    }
}
