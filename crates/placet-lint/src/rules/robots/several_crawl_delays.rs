//! ## What it finds
//! Groups with more than one `Crawl-delay`.
//!
//! ## Why it matters
//! Crawlers differ: they obey the first, the last, or the longest.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Crawl-delay: 5
//! Crawl-delay: 10
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Crawl-delay: 10
//! ```
//!
//! ## Fix
//! By hand: keep one of the lines.

use placet::syntax::robots::Key;
use std::collections::HashMap;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB402",
    name: "several-crawl-delays",
    severity: Severity::Note,
    source: include_str!("several_crawl_delays.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut first = HashMap::new();
    for record in view.records.iter().filter(|record| record.kind() == Key::CrawlDelay) {
        let Some(group) = record.group() else { continue };
        let before = *first.entry(group).or_insert(*record);
        if before.line() != record.line() && before.seconds() != record.seconds() {
            findings
                .at(
                    view.record(record.line()),
                    format!(
                        "crawlers disagree on the delay: they obey this line or line {}, but not both",
                        before.line()
                    ),
                )
                .also(view.record(before.line()), "the first one")
                .help("keep one of them");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nCrawl-delay: 5\nDisallow: /a\nCrawl-delay: 10\n"],
        silent: ["User-agent: *\nCrawl-delay: 5\nCrawl-delay: 5.0\nDisallow: /\nUser-agent: a\nCrawl-delay: 1\n"],
    }
}
