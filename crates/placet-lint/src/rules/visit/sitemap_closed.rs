//! ## What it finds
//! Sitemaps that the same robots.txt closes to crawlers it does not name.
//!
//! ## Why it matters
//! Crawlers that obey the file may not fetch the sitemap that it lists. Sitemaps on other hosts are
//! not reported: other robots.txt files apply to them.
//!
//! ## Example
//! ```visit
//! https://example.com/
//!
//! User-agent: *
//! Disallow: /*.xml$
//!
//! Sitemap: https://example.com/sitemap.xml
//! ```
//! Write instead:
//! ```visit
//! https://example.com/
//!
//! User-agent: *
//! Disallow: /*.xml$
//! Allow: /sitemap.xml$
//!
//! Sitemap: https://example.com/sitemap.xml
//! ```
//!
//! ## Fix
//! By hand: add an `Allow` rule for the sitemap.
//!
//! ## Reference
//! - [Sitemaps protocol](https://www.sitemaps.org/protocol.html#submit_robots)

use placet::Usage;
use placet::syntax::robots::Key;
use url::Url;

use crate::finding::{Findings, Severity};
use crate::limits::RESOURCES;
use crate::page_context::{PageContext, closed};
use crate::rule::{Check, Rule};
use crate::subject::Kind;

pub(crate) const RULE: Rule = Rule {
    code: "MIX107",
    name: "sitemap-closed",
    severity: Severity::Warning,
    source: include_str!("sitemap_closed.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    let (Some(view), Some(any)) = (&context.robots, context.crawlers().first()) else { return };
    let sitemaps = view.records.iter().filter(|record| record.kind() == Key::Sitemap);
    for record in sitemaps.take(RESOURCES) {
        let Ok(url) = Url::parse(record.value().trim()) else { continue };
        if url.origin() != context.url().origin() {
            continue;
        }
        let Some(by) = closed(&any.policy, Usage::Crawl, &url) else { continue };
        findings
            .at(
                view.record(record.line()),
                "crawlers may not fetch this sitemap: another line of this file closes it",
            )
            .within(context.place(Kind::Robots))
            .also(by, "closes it")
            .help("add an `Allow` rule for the sitemap");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["https://a.example/\n\nUser-agent: *\nDisallow: /s\n\nSitemap: https://a.example/s.xml"],
        silent: [
            "https://a.example/\n\nUser-agent: *\nDisallow: /s\n\nSitemap: https://b.example/s.xml",
            "https://a.example/\n\nUser-agent: c\nDisallow: /s\n\nSitemap: https://a.example/s.xml",
            "https://a.example/\n\nUser-agent: *\nDisallow: /s\nAllow: /s.xml\n\nSitemap: https://a.example/s.xml",
        ],
    }
}
