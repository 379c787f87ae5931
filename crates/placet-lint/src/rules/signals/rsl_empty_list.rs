//! ## What it finds
//! `permits` and `prohibits` for usages without a usage token.
//!
//! ## Why it matters
//! An empty `permits` is a list that permits nothing: it closes every usage. An empty `prohibits` prohibits
//! nothing.
//!
//! ## Example
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><permits type="usage"></permits></license>
//!   </content>
//! </rsl>
//! ```
//! Write instead:
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><permits type="usage">search</permits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! By hand: write the usages, or remove the element.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)

use placet::signals::SignalProblemKind;

use super::rsl_not_conformant::start_tag;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG406",
    name: "rsl-empty-list",
    severity: Severity::Error,
    source: include_str!("rsl_empty_list.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(document) = view.rsl() else { return };
    for license in document.contents.iter().flat_map(|content| &content.licenses) {
        for (terms, permits) in [(&license.permits, true), (&license.prohibits, false)] {
            let Some(terms) = terms.as_ref().filter(|terms| terms.tokens.is_empty()) else {
                continue;
            };
            let within = license.at.span;
            let has_unknown = document.problems.iter().any(|((kind, span), _)| {
                *kind == SignalProblemKind::UnknownKey
                    && within.start() <= span.start()
                    && span.end() <= within.end()
            });
            if has_unknown {
                continue;
            }
            let message = if permits {
                "this list permits nothing: it closes every usage of the content"
            } else {
                "this list has no effect: it prohibits nothing"
            };
            findings
                .at(start_tag(view, terms.at.span.start()), message)
                .help("write usages such as `ai-train`, or remove the element");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\"/><prohibits type=\"usage\"> </prohibits></license>\n  </content>\n</rsl>",
        ],
        silent: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">search</permits><prohibits type=\"usage\">gold</prohibits></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"geo\"/></license>\n  </content>\n</rsl>",
        ],
    }
}
