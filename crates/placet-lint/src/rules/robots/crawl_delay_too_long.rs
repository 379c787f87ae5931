//! ## What it finds
//! A `Crawl-delay` of an hour or more.
//!
//! ## Why it matters
//! A crawler that obeys it fetches at most 24 pages a day. The value is in seconds; a number of
//! milliseconds is a thousand times too large.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Crawl-delay: 5000
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Crawl-delay: 5
//! ```
//!
//! ## Fix
//! By hand: write the delay in seconds.

use placet::syntax::robots::Key;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB401",
    name: "crawl-delay-too-long",
    severity: Severity::Warning,
    source: include_str!("crawl_delay_too_long.rs"),
    check: Check::File(check),
};

/// An hour, in seconds.
const LONG: u64 = 60 * 60;

fn check(view: &View<'_>, findings: &mut Findings) {
    for record in view.records.iter().filter(|record| record.kind() == Key::CrawlDelay) {
        let Some(delay) = record.seconds().filter(|delay| delay.as_secs() >= LONG) else {
            continue;
        };
        let pages = 24 * LONG / delay.as_secs().max(1);
        let message = match pages {
            0 => "a crawler that obeys this delay fetches less than one page a day".to_owned(),
            1 => "a crawler that obeys this delay fetches one page a day".to_owned(),
            _ => format!("a crawler that obeys this delay fetches {pages} pages a day"),
        };
        findings
            .at(view.record(record.line()), message)
            .help("write the delay in seconds, such as `Crawl-delay: 10`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nCrawl-delay: 5000\nCrawl-delay: 100000000000000000000000\n"],
        silent: ["User-agent: *\nCrawl-delay: 600\n"],
    }
}
