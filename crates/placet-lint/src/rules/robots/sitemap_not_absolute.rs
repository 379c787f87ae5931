//! ## What it does
//! Finds `Sitemap` records that give no absolute URL.
//!
//! ## Why is this bad
//! The sitemaps protocol asks for the full URL, and crawlers pass over others.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Sitemap: /sitemap.xml
//! ```
//! Use instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Sitemap: https://example.com/sitemap.xml
//! ```

use placet::syntax::robots::Key;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "R403",
    name: "sitemap-not-absolute",
    severity: Severity::Warning,
    source: include_str!("sitemap_not_absolute.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for record in view.records.iter().filter(|record| record.kind() == Key::Sitemap) {
        let value = record.value();
        let host = ["http://", "https://"].iter().find_map(|scheme| {
            let start = value.get(..scheme.len())?;
            start.eq_ignore_ascii_case(scheme).then(|| value.get(scheme.len()..))?
        });
        if host.is_none_or(|rest| rest.is_empty() || rest.starts_with('/')) {
            findings
                .at(view.record(record.line()), "a sitemap is given by its absolute URL")
                .help("write the scheme and the host: `https://example.com/sitemap.xml`");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Sitemap: /sitemap.xml\nSitemap: www.example.com/sitemap.xml\nSitemap:\nSitemap: https:///a\n"],
        silent: ["Sitemap: https://example.com/sitemap.xml\nsitemap: HTTP://a/\n"],
    }
}
