//! ## What it finds
//! Pages whose canonical URL robots.txt closes to a crawler that may crawl the page.
//!
//! ## Why it matters
//! The page sends the crawler to a URL that it may not fetch, so search engines may list neither of
//! the two.
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
//!
//! ## Fix
//! By hand: open the canonical URL in robots.txt, or name another one.

use crate::finding::{Findings, Severity};
use crate::links::LinkKind;
use crate::page_context::PageContext;
use crate::rule::{Check, Rule};

use super::closed_link::report;

pub(crate) const RULE: Rule = Rule {
    code: "MIX106",
    name: "canonical-closed",
    severity: Severity::Warning,
    source: include_str!("canonical_closed.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    let message = |link: &str, crawlers: &str| {
        format!(
            "search engines may not list this page: robots.txt closes its canonical URL {link} to \
             {crawlers}"
        )
    };
    let help = "open the canonical URL in robots.txt, or name another one";
    report(context, findings, &[LinkKind::Canonical], message, help);
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
