//! ## What it finds
//! Responses with `X-Robots-Tag` and without `Robots-Tag`.
//!
//! ## Why it matters
//! Search engines read `X-Robots-Tag` today, so keep it. An IETF draft replaces it with
//! `Robots-Tag`, which has one grammar instead of several. A response with both headers is
//! understood by the crawlers of today and by those that will follow the draft.
//!
//! ## Example
//! ```http
//! X-Robots-Tag: noindex
//! ```
//! Write instead:
//! ```http
//! X-Robots-Tag: noindex
//! Robots-Tag: *;noindex
//! ```
//!
//! ## Fix
//! By hand: send both headers.
//!
//! ## Reference
//! - [draft-illyes-repext-03 §5.3](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-5.3)

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::subject::has_field;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "TAG104",
    name: "x-robots-tag-alone",
    severity: Severity::Note,
    source: include_str!("x_robots_tag_alone.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if has_field(view.text, "Robots-Tag") {
        return;
    }
    for span in view.page_problems_of(ProblemKind::FieldDeprecated) {
        findings
            .at(
                span,
                "future crawlers may not read this header: an IETF draft replaces it with `Robots-Tag`",
            )
            .help("send `Robots-Tag` with the same rules as well, and keep this header");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["X-Robots-Tag: noindex\n"],
        silent: ["Robots-Tag: *;noindex\n", "X-Robots-Tag: noindex\nrobots-tag: *;noindex\n"],
    }
}
