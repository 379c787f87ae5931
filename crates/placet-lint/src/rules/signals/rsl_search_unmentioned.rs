//! ## What it finds
//! Licences that permit only usages for AI and do not mention search.
//!
//! ## Why it matters
//! A list of permitted usages is closed: what it leaves out is not licensed. Whether that includes search
//! engines is doubtful; placet leaves search open.
//!
//! ## Example
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><permits type="usage">ai-input</permits></license>
//!   </content>
//! </rsl>
//! ```
//! Write instead:
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><permits type="usage">ai-input search</permits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! By hand: add `search`, or prohibit it.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)

use super::rsl_not_conformant::start_tag;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG408",
    name: "rsl-search-unmentioned",
    severity: Severity::Note,
    source: include_str!("rsl_search_unmentioned.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(document) = view.rsl() else { return };
    for license in document.contents.iter().flat_map(|content| &content.licenses) {
        let Some(permits) = license.permits.as_ref().filter(|it| it.is_ai_only()) else { continue };
        let prohibits = license.prohibits.iter().flat_map(|it| &it.tokens);
        if prohibits.into_iter().any(|(token, _)| matches!(token.name(), "search" | "all")) {
            continue;
        }
        findings
            .at(
                start_tag(view, permits.at.span.start()),
                "search engines may take this as a refusal: the list leaves out `search`",
            )
            .help("add `search` to the list, or prohibit it");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">ai-input ai-train</permits></license>\n  </content>\n</rsl>",
        ],
        silent: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">ai-input search</permits></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">all</permits></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><prohibits type=\"usage\">ai-train</prohibits></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">ai-input</permits><prohibits type=\"usage\">search</prohibits></license>\n  </content>\n</rsl>",
        ],
    }
}
