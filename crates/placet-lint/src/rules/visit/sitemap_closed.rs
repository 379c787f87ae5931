//! ## What it finds
//! Finds sitemaps that the same robots.txt closes to crawlers it does not name.
//!
//! ## Why it matters
//! A crawler that obeys the file may not fetch the list that the file sends it to. Sitemaps on other
//! hosts are subject to other files, and are left aside.
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

use placet::Usage;
use placet::syntax::robots::Key;
use url::Url;

use crate::finding::{Findings, Severity};
use crate::limits::RESOURCES;
use crate::meeting::{Meeting, closed};
use crate::rule::{Check, Rule};
use crate::subject::Kind;

pub(crate) const RULE: Rule = Rule {
    code: "MIX107",
    name: "sitemap-closed",
    severity: Severity::Warning,
    source: include_str!("sitemap_closed.rs"),
    check: Check::Visit(check),
};

fn check(meeting: &Meeting<'_>, findings: &mut Findings) {
    let (Some(view), Some(any)) = (&meeting.robots, meeting.callers().first()) else { return };
    let sitemaps = view.records.iter().filter(|record| record.kind() == Key::Sitemap);
    for record in sitemaps.take(RESOURCES) {
        let Ok(url) = Url::parse(record.value().trim()) else { continue };
        if url.origin() != meeting.url().origin() {
            continue;
        }
        let Some(by) = closed(&any.inquiry, Usage::Crawl, &url) else { continue };
        findings
            .at(view.record(record.line()), "the sitemap is closed to crawlers by this very file")
            .within(Kind::Robots)
            .also(by, "closes it")
            .help("allow it");
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
