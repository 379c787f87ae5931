//! ## What it finds
//! `url` of `content` elements that is neither a path nor an absolute URL.
//!
//! ## Why it matters
//! The pattern matches nothing, so that the licence never applies.
//!
//! ## Example
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="news/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//! Write instead:
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/news/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! By hand: write a path that begins with `/`, or an absolute URL.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)

use super::rsl_not_conformant::start_tag;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG409",
    name: "rsl-url-matches-nothing",
    severity: Severity::Error,
    source: include_str!("rsl_url_matches_nothing.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(document) = view.rsl() else { return };
    for content in &document.contents {
        let url = content.url.to_ascii_lowercase();
        let is_url = url.starts_with("http://") || url.starts_with("https://");
        if url.is_empty() || url.starts_with(['/', '*']) || is_url {
            continue;
        }
        findings
            .at(
                start_tag(view, content.at.span.start()),
                "this licence never applies: its `url` matches nothing",
            )
            .help("write a path that begins with `/`, or an absolute URL");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"news/\">\n    <license><prohibits type=\"usage\">all</prohibits></license>\n  </content>\n</rsl>",
        ],
        silent: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"\">\n    <license><prohibits type=\"usage\">all</prohibits></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"https://a.example/\">\n    <license><prohibits type=\"usage\">all</prohibits></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"*.pdf\">\n    <license><prohibits type=\"usage\">all</prohibits></license>\n  </content>\n</rsl>",
        ],
    }
}
