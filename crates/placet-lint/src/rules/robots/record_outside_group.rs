//! ## What it finds
//! `Crawl-delay`, `Request-rate` and `Visit-time` records above the first `User-agent` line.
//!
//! ## Why it matters
//! These records apply to the crawlers of their group. Before the first `User-agent` line they
//! belong to no group, so no crawler applies them.
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
//!
//! ## Fix
//! By hand: move the record below the `User-agent` line of the crawlers it is for.

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
        findings
            .at(
                view.record(record.line()),
                "no crawler applies this record: no `User-agent` line comes before it",
            )
            .help("move it below the `User-agent` line of the crawlers it is for");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Crawl-delay: 10\nUser-agent: *\nDisallow: /a\n"],
        silent: ["Sitemap: https://a/\nUser-agent: *\nCrawl-delay: 10\n"],
    }
}
