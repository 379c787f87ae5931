//! ## What it finds
//! Finds responses with `X-Robots-Tag` and without `Robots-Tag`.
//!
//! ## Why it matters
//! `X-Robots-Tag` is the name that search engines read today, so keep it. A draft of the IETF deprecates
//! it in favour of `Robots-Tag`, which has one grammar instead of several. A response that sends both
//! is understood by the crawlers of today and by those that will follow the draft.
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
                "crawlers that follow the draft of `Robots-Tag` will not read this deprecated field",
            )
            .help("send `Robots-Tag` with the same rules as well, and keep this field");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["X-Robots-Tag: noindex\n"],
        silent: ["Robots-Tag: *;noindex\n", "X-Robots-Tag: noindex\nrobots-tag: *;noindex\n"],
    }
}
