//! ## What it finds
//! Finds class names that begin with `the-acap:` and are no permission or prohibition of a known
//! usage, or of one that only robots.txt can define.
//!
//! ## Why it matters
//! They have no effect, or are read as a prohibition (R-149, R-151); of a usage in parentheses that
//! robots.txt does not define, a permission grants nothing and a prohibition closes the element
//! (A-52).
//!
//! ## Example
//! ```html
//! <title>a</title><p class="the-acap:disallow-indexing">Text
//! ```
//! Write instead:
//! ```html
//! <title>a</title><p class="the-acap:disallow-index">Text
//! ```

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "HTM104",
    name: "unknown-acap-class",
    severity: Severity::Warning,
    source: include_str!("unknown_acap_class.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::ElementUnknown) {
        findings.at(span, "the class is no permission or prohibition of a usage that ACAP knows");
    }
    for span in view.page_problems_of(ProblemKind::ElementLocal) {
        findings.at(span, "robots.txt must define the usage in parentheses").help(
            "without its definition a permission grants nothing, and a prohibition closes the \
             element",
        );
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<title>a</title><p class='the-acap:disallow-indexing'>b",
            "<title>a</title><p class='the-acap:allow-(snip)'>b",
        ],
        silent: ["<title>a</title><p class='b the-acap:disallow-index'>c"],
    }
}
