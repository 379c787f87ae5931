//! ## What it finds
//! RSL documents whose `content` elements are all for another site than the one that refers to them.
//!
//! ## Why it matters
//! The licence applies to no URL of the site.
//!
//! ## Example
//! ```visit
//! https://example.com/news/1
//!
//! License: https://example.com/license.xml
//! User-agent: *
//! Allow: /
//! --- https://example.com/license.xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="https://example.org/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1
//!
//! License: https://example.com/license.xml
//! User-agent: *
//! Allow: /
//! --- https://example.com/license.xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="https://example.com/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! By hand: correct the host in `url`, or write a path.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)

use url::Url;

use crate::finding::{Findings, Severity};
use crate::page_context::PageContext;
use crate::rule::{Check, Rule};
use crate::subject::SignalText;

pub(crate) const RULE: Rule = Rule {
    code: "SIG604",
    name: "license-of-another-site",
    severity: Severity::Error,
    source: include_str!("license_of_another_site.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    if !context.families.contains(placet::signals::Family::Rsl) {
        return;
    }
    for (place, file) in context.visit.files().iter().enumerate() {
        let SignalText::Rsl(document, Some(_)) = file.signals() else { continue };
        let site = context.url();
        let is_other = |written: &str| {
            Url::parse(written).is_ok_and(|url| url.host_str().is_some() && !is_same(&url, site))
        };
        let contents = &document.contents;
        let Some(first) = contents.first() else { continue };
        if contents.iter().all(|content| is_other(&content.url)) {
            let start = first.at.span.start();
            let rest = file.text().get(start..).unwrap_or_default();
            let len = rest.iter().position(|&byte| byte == b'>').map_or(rest.len(), |end| end + 1);
            let host = site.host_str().unwrap_or_default();
            findings
                .at(start..start + len, format!("this licence applies to no URL of `{host}`"))
                .within(place)
                .help("correct the host in `url`, or write a path");
        }
    }
}

/// Whether two URLs have one authority, ignoring scheme and default ports.
fn is_same(one: &Url, other: &Url) -> bool {
    let port = |url: &Url| url.port();
    one.host_str() == other.host_str() && port(one) == port(other)
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/b\n\nLicense: https://a.example/l\nUser-agent: *\nAllow: /\n--- https://a.example/l\n<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"https://b.example/\">\n    <license><prohibits type=\"usage\">all</prohibits></license>\n  </content>\n</rsl>",
        ],
        silent: [
            "https://a.example/b\n\nLicense: https://a.example/l\nUser-agent: *\nAllow: /\n--- https://a.example/l\n<rsl xmlns=\"https://rslstandard.org/rsl\">\n<content url=\"https://b.example/\"><license/></content><content url=\"/\"><license/></content>\n</rsl>",
            "https://a.example/b\n\n--- https://a.example/l\n<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"HTTP://A.example:80/x\">\n    <license><prohibits type=\"usage\">all</prohibits></license>\n  </content>\n</rsl>",
        ],
    }
}
