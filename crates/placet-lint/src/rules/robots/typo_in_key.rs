//! ## What it finds
//! Finds records that nobody knows and whose key is nearly one that is known.
//!
//! ## Why it matters
//! The record is passed over, so what it should close stays open.
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
//! Unsafe: the record has no effect before and one afterwards.

use placet::robots::Record;
use placet::syntax::robots::Key;

use super::key_read_by_google::read_as;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::near::nearest;
use crate::rule::{Check, Rule};
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
        // What Google's parser knows by its beginning is reported by another rule.
        let Some(meant) = meant(record).filter(|_| read_as(record).is_none()) else { continue };
        let Some(syntax) = view.syntax(record.line()) else { continue };
        let key = syntax.key.range();
        findings
            .at(key.clone(), format!("no crawler knows `{}`; `{meant}` is near", record.key()))
            .fix(Fix::risky("replace the key", Edit::replace(key, meant)));
    }
}

/// The record that this one most likely should be.
pub(super) fn meant(record: &Record<'_>) -> Option<&'static str> {
    const KNOWN: [&str; 9] = [
        "User-agent",
        "Allow",
        "Disallow",
        "Sitemap",
        "Crawl-delay",
        "Request-rate",
        "Visit-time",
        "Clean-param",
        "Content-signal",
    ];
    let found = nearest(&record.key(), LOWERED);
    found.and_then(|found| KNOWN.into_iter().find(|it| it.eq_ignore_ascii_case(found)))
}

const LOWERED: [&str; 9] = [
    "user-agent",
    "allow",
    "disallow",
    "sitemap",
    "crawl-delay",
    "request-rate",
    "visit-time",
    "clean-param",
    "content-signal",
];

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDsiallow: /a\nUser-agnet: b\nCrawldelay: 3\nAlow: /b\n"],
        silent: ["User-agent: *\nDisallow: /a\nAuthor: b\nDissallow: /b\n"],
    }
}
