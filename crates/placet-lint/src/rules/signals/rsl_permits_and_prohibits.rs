//! ## What it finds
//! Usages that one licence both permits and prohibits with the same token.
//!
//! ## Why it matters
//! The prohibition counts: the usage is not licensed.
//!
//! ## Example
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><permits type="usage">search ai-input</permits>
//!       <prohibits type="usage">ai-input</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//! Write instead:
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><permits type="usage">search</permits>
//!       <prohibits type="usage">ai-input</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! By hand: keep one of the two.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG410",
    name: "rsl-permits-and-prohibits",
    severity: Severity::Warning,
    source: include_str!("rsl_permits_and_prohibits.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(document) = view.rsl() else { return };
    for license in document.contents.iter().flat_map(|content| &content.licenses) {
        let (Some(permits), Some(prohibits)) = (&license.permits, &license.prohibits) else {
            continue;
        };
        let mut seen = Vec::new();
        for (token, at) in &permits.tokens {
            let against = prohibits.tokens.iter().find(|(other, _)| other == token);
            let Some((_, against)) = against.filter(|_| !seen.contains(token)) else { continue };
            seen.push(*token);
            findings
                .at(
                    at.span.range(),
                    format!(
                        "the permission of `{}` has no effect: the licence prohibits it",
                        token.name()
                    ),
                )
                .also(against.span.range(), "this counts")
                .help("keep one of the two");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">search ai-input</permits><prohibits type=\"usage\">ai-input</prohibits></license>\n  </content>\n</rsl>",
        ],
        silent: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">all</permits><prohibits type=\"usage\">ai-train</prohibits></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">search</permits><prohibits type=\"usage\">ai-train</prohibits></license>\n  </content>\n</rsl>",
        ],
    }
}
