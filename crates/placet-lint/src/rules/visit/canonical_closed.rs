//! ## What it finds
//! Finds pages whose canonical URL lies where robots.txt closes it to a crawler which may crawl the
//! page.
//!
//! ## Why it matters
//! The crawler is sent to a URL that it may not read, so the page is known by neither.
//!
//! ## Example
//! ```visit
//! https://example.com/news/1?print
//!
//! User-agent: *
//! Disallow: /*1$
//!
//! <link rel="canonical" href="/news/1">
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1?print
//!
//! User-agent: *
//! Disallow: /drafts/
//!
//! <link rel="canonical" href="/news/1">
//! ```

use crate::finding::{Findings, Severity};
use crate::links::LinkKind;
use crate::meeting::Meeting;
use crate::rule::{Check, Rule};

use super::closed_link::tell;

pub(crate) const RULE: Rule = Rule {
    code: "MIX106",
    name: "canonical-closed",
    severity: Severity::Warning,
    source: include_str!("canonical_closed.rs"),
    check: Check::Visit(check),
};

fn check(meeting: &Meeting<'_>, findings: &mut Findings) {
    tell(meeting, findings, &[LinkKind::Canonical], "open the URL that the page is to be known by");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["https://a.example/b\n\nUser-agent: *\nDisallow: /c\n\n<link rel=canonical href=/c>"],
        silent: [
            "https://a.example/b\n\nUser-agent: *\nDisallow: /c\n\n<link rel=canonical href=https://b.example/c>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /c\n\n<link rel=next href=/c>",
        ],
    }
}
