//! ## What it finds
//! Images of a page that robots.txt closes to a crawler that may crawl the page.
//!
//! ## Why it matters
//! Search results show the page without the images and do not list the images. This may be
//! intended.
//!
//! ## Example
//! ```visit
//! https://example.com/news/1
//!
//! User-agent: *
//! Disallow: /media/
//!
//! <img src="/media/1.jpg">
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1
//!
//! User-agent: *
//! Disallow: /media/
//! Allow: /media/*.jpg$
//!
//! <img src="/media/1.jpg">
//! ```
//!
//! ## Fix
//! By hand: allow the images that search results may show.

use crate::finding::{Findings, Severity};
use crate::links::LinkKind;
use crate::page_context::PageContext;
use crate::rule::{Check, Rule};

use super::closed_link::report;

pub(crate) const RULE: Rule = Rule {
    code: "MIX105",
    name: "image-closed",
    severity: Severity::Note,
    source: include_str!("image_closed.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    let message = |link: &str, crawlers: &str| {
        format!("search results cannot show {link}: robots.txt closes it to {crawlers}")
    };
    report(context, findings, &[LinkKind::Image], message, "allow images that may be shown");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["https://a.example/b\n\nUser-agent: *\nDisallow: /i\n\n<p>x\n<img src=/i/x.png>"],
        silent: [
            "https://a.example/b\n\nUser-agent: *\nDisallow: /i/y\n\n<img src=/i/x.png>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /i\n\n<script src=/i/x.js></script>",
        ],
    }
}
