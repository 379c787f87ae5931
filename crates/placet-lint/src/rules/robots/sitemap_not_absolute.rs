//! ## What it finds
//! `Sitemap` records without an absolute URL, and those with an invisible character or an unusual
//! space before the URL.
//!
//! ## Why it matters
//! The sitemaps protocol requires the full URL, and crawlers skip other values.
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
//! Unsafe: removes the character before the URL; crawlers find the sitemap after the fix. Complete
//! a relative URL by hand.
//!
//! ## Reference
//! - [Sitemaps protocol](https://www.sitemaps.org/protocol.html#submit_robots)

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
                .at(
                    place.clone(),
                    "crawlers do not find this sitemap: the character before its URL only looks like \
                     a space",
                )
                .fix(Fix::risky("remove the character", Edit::delete(place)));
            continue;
        }
        findings
            .at(
                view.record(record.line()),
                "crawlers do not find this sitemap: the line does not give its full URL",
            )
            .help("write the scheme and the host as well: `https://example.com/sitemap.xml`");
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
