//! ## What it finds
//! Lists of an RSL licence with commas, and several `permits` or `prohibits` of one type.
//!
//! ## Why it matters
//! Lists are separated by white space, and each type has one. placet reads the other forms as one list;
//! other programs may read only a part.
//!
//! ## Example
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><permits type="usage">search, ai-input</permits></license>
//!   </content>
//! </rsl>
//! ```
//! Write instead:
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><permits type="usage">search ai-input</permits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! By hand: write one list, separated by spaces.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)

use placet::signals::SignalProblemKind;

use super::rsl_not_conformant::{name, start_tag};
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG407",
    name: "rsl-list-form",
    severity: Severity::Warning,
    source: include_str!("rsl_list_form.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(document) = view.rsl() else { return };
    for ((kind, span), _) in &document.problems {
        if *kind != SignalProblemKind::Lenient || span.is_empty() {
            continue;
        }
        let name = name(view, span.start());
        if !matches!(&*name, "permits" | "prohibits") {
            continue;
        }
        let tag = start_tag(view, span.start());
        let inside = view.of(tag.end..span.end());
        let message = if inside.contains(&b',') {
            "other programs may not read this list: commas separate the tokens".to_owned()
        } else {
            format!("other programs may read only one of these lists: `{name}` is repeated")
        };
        findings.at(span.range(), message).help("write one list, separated by spaces");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">search, ai-input</permits></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">search</permits><permits type=\"usage\">ai-input</permits><prohibits type=\"geo\">US,CA</prohibits></license>\n  </content>\n</rsl>",
        ],
        silent: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">search ai-input</permits><prohibits type=\"usage\">ai-train</prohibits></license>\n  </content>\n</rsl>",
        ],
    }
}
