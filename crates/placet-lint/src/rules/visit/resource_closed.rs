//! ## What it finds
//! Scripts and style sheets of a page that robots.txt closes to a crawler that may crawl the page.
//!
//! ## Why it matters
//! A crawler that renders pages sees this one without them: it misses the content that scripts add,
//! including rules for crawlers, and the layout.
//!
//! ## Example
//! ```visit
//! https://example.com/news/1
//!
//! User-agent: *
//! Disallow: /assets/
//!
//! <script src="/assets/app.js"></script>
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1
//!
//! User-agent: *
//! Disallow: /assets/
//! Allow: /assets/*.js$
//!
//! <script src="/assets/app.js"></script>
//! ```
//!
//! ## Fix
//! By hand: allow what the page needs.

use crate::finding::{Findings, Severity};
use crate::links::LinkKind;
use crate::page_context::PageContext;
use crate::rule::{Check, Rule};

use super::closed_link::report;

pub(crate) const RULE: Rule = Rule {
    code: "MIX104",
    name: "resource-closed",
    severity: Severity::Warning,
    source: include_str!("resource_closed.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    let message = |link: &str, crawlers: &str| {
        format!("the page is incomplete for {crawlers}: robots.txt closes {link}")
    };
    let help = "allow scripts and style sheets in robots.txt";
    report(context, findings, &[LinkKind::Script, LinkKind::Style], message, help);
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/b\n\nUser-agent: *\nDisallow: /js\n\n<script src=/js/x.js></script>\n<link rel=stylesheet href=js/y.css>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /b\nUser-agent: c\nDisallow: /*.css\n\n<link rel=stylesheet href=y.css>",
        ],
        silent: [
            "https://a.example/b\n\nUser-agent: *\nDisallow: /js\n\n<script src=https://b.example/js/x.js></script>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /\n\n<script src=/js/x.js></script>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /js\nAllow: /js/x\n\n<script src=/js/x.js></script><img src=/js/x>",
        ],
    }
}
