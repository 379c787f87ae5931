//! ## What it finds
//! Finds META elements with rules in the body.
//!
//! ## Why it matters
//! Only those in the head count, as the parsing algorithm places them (T-11). An element that cannot
//! stand in the head, like `<p>` or `<img>`, ends it.
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
            .at(span, "the element stands in the body, where it is not obeyed")
            .help("put it into the head, above all that is shown");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["<title>a</title><img src=b><meta name=robots content=noindex>"],
        silent: ["<title>a</title><meta name=robots content=noindex><p>b"],
    }
}
