//! ## What it finds
//! Finds `Sitemap` records that give no absolute URL, or one behind a character that only looks like
//! a space.
//!
//! ## Why it matters
//! The sitemaps protocol asks for the full URL, and crawlers pass over others.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Sitemap: /sitemap.xml
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Sitemap: https://example.com/sitemap.xml
//! ```
//!
//! ## Fix
//! Unsafe: crawlers find the sitemap afterwards. Offered where the URL stands behind such a
//! character.

use placet::syntax::robots::Key;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB403",
    name: "sitemap-not-absolute",
    severity: Severity::Warning,
    source: include_str!("sitemap_not_absolute.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for record in view.records.iter().filter(|record| record.kind() == Key::Sitemap) {
        let value = record.value();
        if is_absolute(&value) {
            continue;
        }
        let url = value.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
        if let Some(syntax) = view.syntax(record.line()).filter(|_| is_absolute(url)) {
            let start = syntax.value.start();
            let place = start..start + (value.len() - url.len());
            findings
                .at(place.clone(), "what stands before the URL only looks like a space")
                .fix(Fix::risky("take it out", Edit::delete(place)));
            continue;
        }
        findings
            .at(view.record(record.line()), "a sitemap is given by its absolute URL")
            .help("write the scheme and the host: `https://example.com/sitemap.xml`");
    }
}

/// Whether it is the URL of something on a host.
fn is_absolute(value: &str) -> bool {
    let host = ["http://", "https://"].iter().find_map(|scheme| {
        let start = value.get(..scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then(|| value.get(scheme.len()..))?
    });
    host.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Sitemap:\u{A0}https://example.com/a\n", "Sitemap: /sitemap.xml\nSitemap: www.example.com/sitemap.xml\nSitemap:\nSitemap: https:///a\n"],
        silent: ["Sitemap: https://example.com/sitemap.xml\nsitemap: HTTP://a/\n"],
    }
}
