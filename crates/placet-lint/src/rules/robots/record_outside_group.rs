//! ## What it finds
//! Finds records for a group that stand above the first one: `Crawl-delay`, `Request-rate`,
//! `Visit-time`.
//!
//! ## Why it matters
//! They belong to the group they stand in, and these stand in none, so that no crawler applies them.
//!
//! ## Example
//! ```robots
//! Crawl-delay: 10
//! User-agent: *
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Crawl-delay: 10
//! Disallow: /drafts/
//! ```

use placet::syntax::robots::Key;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB405",
    name: "record-outside-group",
    severity: Severity::Warning,
    source: include_str!("record_outside_group.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let of_group = |kind: Key| matches!(kind, Key::CrawlDelay | Key::RequestRate | Key::VisitTime);
    let records = view.records.iter().filter(|it| it.group().is_none() && of_group(it.kind()));
    for record in records {
        findings.at(
            view.record(record.line()),
            "the record belongs to no group, so no crawler applies it",
        );
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Crawl-delay: 10\nUser-agent: *\nDisallow: /a\n"],
        silent: ["Sitemap: https://a/\nUser-agent: *\nCrawl-delay: 10\n"],
    }
}
