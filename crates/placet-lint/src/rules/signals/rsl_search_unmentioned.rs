//! ## What it finds
//! `content` elements whose licences permit only usages for AI and do not mention search.
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

use placet::syntax::signals::rsl::Terms;

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
    for content in &document.contents {
        let licenses = &content.licenses;
        let lists = || licenses.iter().filter_map(|license| license.permits.as_ref());
        let Some(permits) = lists().find(|permits| permits.is_ai_only()) else { continue };
        let all = || lists().chain(licenses.iter().filter_map(|it| it.prohibits.as_ref()));
        let names_search = |terms: &Terms| {
            terms.tokens.iter().any(|(token, _)| matches!(token.name(), "search" | "all"))
        };
        // A licence without a list grants every usage.
        if lists().count() < licenses.len() || all().any(names_search) {
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
            "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"/\"><license><permits type=\"usage\">search</permits></license><license><permits type=\"usage\">ai-input</permits></license></content></rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">ai-input search</permits></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">all</permits></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><prohibits type=\"usage\">ai-train</prohibits></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">ai-input</permits><prohibits type=\"usage\">search</prohibits></license>\n  </content>\n</rsl>",
        ],
    }
}
