//! ## What it finds
//! Sitemaps that are listed twice.
//!
//! ## Why it matters
//! The second line has no effect.
//!
//! ## Example
//! ```robots
//! Sitemap: https://example.com/sitemap.xml
//! Sitemap: https://example.com/sitemap.xml
//! ```
//! Write instead:
//! ```robots
//! Sitemap: https://example.com/sitemap.xml
//! ```
//!
//! ## Fix
//! Safe: removes the line. Unsafe if the line has a comment.

use placet::syntax::robots::Key;
use std::collections::HashMap;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB406",
    name: "sitemap-repeated",
    severity: Severity::Note,
    source: include_str!("sitemap_repeated.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut first = HashMap::new();
    for record in view.records.iter().filter(|record| record.kind() == Key::Sitemap) {
        let value = view.of(record.span().range());
        let before = *first.entry(value).or_insert(record.line());
        if before != record.line() && !value.is_empty() {
            let whole = view.whole_line(record.line());
            findings
                .at(
                    view.record(record.line()),
                    format!("this line has no effect: line {before} lists the same sitemap"),
                )
                .also(view.record(before), "the same sitemap")
                .fix(Fix::new(view.removal(record.line()), "remove the line", Edit::delete(whole)));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Sitemap: https://a/b\nUser-agent: *\nsitemap: https://a/b\n"],
        silent: ["Sitemap: https://a/b\nSitemap: https://a/B\n"],
    }
}
