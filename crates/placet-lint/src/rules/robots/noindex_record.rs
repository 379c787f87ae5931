//! ## What it finds
//! Finds `Noindex` records.
//!
//! ## Why it matters
//! No standard has them, and the search engine that once read them stopped in 2019. To keep a page out
//! of an index, let it be crawled and send `noindex` with it.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Noindex: /drafts/
//! ```
//! Write instead: `X-Robots-Tag: noindex` in the response, or `<meta name="robots" content="noindex">`.

use placet::syntax::robots::Key;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB404",
    name: "noindex-record",
    severity: Severity::Warning,
    source: include_str!("noindex_record.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for record in view.records.iter().filter(|record| record.kind() == Key::Noindex) {
        findings
            .at(view.record(record.line()), "crawlers do not read `Noindex` in a robots.txt")
            .help("send `noindex` with the page, and let it be crawled");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nNoindex: /a\n"],
        silent: ["User-agent: *\nDisallow: /noindex:\n"],
    }
}
