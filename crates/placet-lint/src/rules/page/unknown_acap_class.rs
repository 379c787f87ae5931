//! ## What it finds
//! Class names that begin with `the-acap:` and are not a permission or prohibition of a standard
//! usage.
//!
//! ## Why it matters
//! Such a class has no effect, or crawlers treat it as a prohibition. A usage in parentheses needs
//! a definition in robots.txt: without it, a permission permits nothing and a prohibition closes
//! the element.
//!
//! ## Example
//! ```html
//! <title>a</title><p class="the-acap:disallow-indexing">Text
//! ```
//! Write instead:
//! ```html
//! <title>a</title><p class="the-acap:disallow-index">Text
//! ```
//!
//! ## Fix
//! By hand: write a usage that ACAP defines, or define the usage in robots.txt.
//!
//! ## Reference
//! - ACAP Part 2 §2.2.5, §2.2.6

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
        findings
            .at(span, "crawlers cannot apply this class: ACAP defines no such usage")
            .help("write a usage that ACAP defines, as in `the-acap:disallow-index`");
    }
    for span in view.page_problems_of(ProblemKind::ElementLocal) {
        findings
            .at(
                span,
                "crawlers can apply this class only if robots.txt defines the usage in parentheses",
            )
            .help(
                "define the usage in robots.txt; without a definition a permission permits nothing, \
                 and a prohibition closes the element",
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
