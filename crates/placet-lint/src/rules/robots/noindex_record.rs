//! ## What it finds
//! `Noindex` records.
//!
//! ## Why it matters
//! No standard defines them, and Google, which once read them, stopped in 2019. The line keeps no
//! page out of search results. To keep a page out of an index, let crawlers fetch it and send
//! `noindex` with it.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Noindex: /drafts/
//! ```
//! Write instead: `X-Robots-Tag: noindex` in the response, or
//! `<meta name="robots" content="noindex">`.
//!
//! ## Fix
//! By hand: delete the line, and send `noindex` with the pages.
//!
//! ## Reference
//! - [Google: robots meta tag](https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag)

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
            .at(
                view.record(record.line()),
                "this line keeps no page out of search results: crawlers do not read `Noindex` in \
                 robots.txt",
            )
            .help("send `X-Robots-Tag: noindex` with the pages, and let crawlers fetch them");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nNoindex: /a\n"],
        silent: ["User-agent: *\nDisallow: /noindex:\n"],
    }
}
