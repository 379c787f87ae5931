//! ## What it finds
//! Records with an unknown key that differs from a known one by a letter or two.
//!
//! ## Why it matters
//! Crawlers skip the record, so what it should close stays open.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Dsiallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: replaces the key. The record has no effect before the fix and one after it.
//!
//! ## Reference
//! - [RFC 9309 §2.2.4](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.4)

use placet::robots::Record;
use placet::syntax::robots::Key;

use super::key_read_by_google::read_as;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::similar::most_similar;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB119",
    name: "typo-in-key",
    severity: Severity::Error,
    source: include_str!("typo_in_key.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for record in view.records.iter().filter(|record| record.kind() == Key::Unknown) {
        // Another rule reports keys that Google's parser knows by how they begin.
        let Some(meant) = meant(record).filter(|_| read_as(record).is_none()) else { continue };
        let Some(syntax) = view.syntax(record.line()) else { continue };
        let key = syntax.key.range();
        findings
            .at(
                key.clone(),
                format!("crawlers skip this line: `{}` is not a known key", record.key()),
            )
            .help(format!("if you meant `{meant}`, correct the key"))
            .fix(Fix::risky("correct the key", Edit::replace(key, meant)));
    }
}

/// The key that the author most likely meant.
pub(super) fn meant(record: &Record<'_>) -> Option<&'static str> {
    const KNOWN: [&str; 11] = [
        "User-agent",
        "Allow",
        "Disallow",
        "Sitemap",
        "Crawl-delay",
        "Request-rate",
        "Visit-time",
        "Clean-param",
        "Content-Signal",
        "Content-Usage",
        "License",
    ];
    most_similar(&record.key(), KNOWN)
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDsiallow: /a\nUser-agnet: b\nCrawldelay: 3\nAlow: /b\n"],
        silent: ["User-agent: *\nDisallow: /a\nAuthor: b\nDissallow: /b\n"],
    }
}
