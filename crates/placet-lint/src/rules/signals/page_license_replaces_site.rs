//! ## What it finds
//! A licence of the page that allows what the licence of the site prohibits.
//!
//! ## Why it matters
//! The licence of the page replaces that of the site, so that the prohibition of the site does not apply to
//! this page.
//!
//! ## Example
//! ```visit
//! https://example.com/news/1
//!
//! License: https://example.com/site.xml
//! User-agent: *
//! Allow: /
//! HTTP/1.1 200 OK
//! Link: <https://example.com/page.xml>; rel=license; type=application/rsl+xml
//! --- https://example.com/site.xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! --- https://example.com/page.xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><permits type="usage">all</permits></license>
//!   </content>
//! </rsl>
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1
//!
//! License: https://example.com/site.xml
//! User-agent: *
//! Allow: /
//! HTTP/1.1 200 OK
//! Link: <https://example.com/page.xml>; rel=license; type=application/rsl+xml
//! --- https://example.com/site.xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! --- https://example.com/page.xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><permits type="usage">all</permits><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! By hand: prohibit the usage in the licence of the page, too, if that is meant.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)

use placet::Usage;
use placet::signals::Family;

use super::contradiction::lifted;
use crate::finding::{Findings, Severity};
use crate::page_context::PageContext;
use crate::rule::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    code: "SIG605",
    name: "page-license-replaces-site",
    severity: Severity::Note,
    source: include_str!("page_license_replaces_site.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    let usages = [Usage::TrainAi, Usage::AiInput, Usage::Index];
    let found = lifted(context, Family::Rsl, &usages);
    for ((file, span), (other, refusal), usage) in found.into_iter().take(1) {
        findings
            .at(
                span,
                format!(
                    "the page is licensed for `{usage}`, which the licence of the site prohibits"
                ),
            )
            .within(file)
            .also_within(other, refusal, "prohibits it")
            .help("prohibit the usage here, too, if that is meant");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/b\n\nLicense: https://a.example/s\nUser-agent: *\nAllow: /\nHTTP/1.1 200\nLink: <https://a.example/p>; rel=license; type=application/rsl+xml\n--- https://a.example/s\n<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><prohibits type=\"usage\">ai-train</prohibits></license>\n  </content>\n</rsl>\n--- https://a.example/p\n<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">all</permits></license>\n  </content>\n</rsl>",
        ],
        silent: [
            "https://a.example/b\n\nLicense: https://a.example/s\nUser-agent: *\nAllow: /\nHTTP/1.1 200\nLink: <https://a.example/p>; rel=license; type=application/rsl+xml\n--- https://a.example/s\n<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">all</permits></license>\n  </content>\n</rsl>\n--- https://a.example/p\n<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">all</permits></license>\n  </content>\n</rsl>",
        ],
    }
}
