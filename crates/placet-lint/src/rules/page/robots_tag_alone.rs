//! ## What it finds
//! Responses with `Robots-Tag` and without `X-Robots-Tag`.
//!
//! ## Why it matters
//! `Robots-Tag` is the name in an IETF draft, and no search engine is known to read it yet: a
//! `noindex` in it keeps no page out of an index.
//!
//! ## Example
//! ```http
//! Robots-Tag: *;noindex
//! ```
//! Write instead:
//! ```http
//! Robots-Tag: *;noindex
//! X-Robots-Tag: noindex
//! ```
//!
//! ## Fix
//! By hand: send both headers.
//!
//! ## Reference
//! - [draft-illyes-repext-03 §3.1.1](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-3.1.1)
//! - [Google: robots meta tag](https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag)

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::subject::{FieldLine, Kind, field_lines, has_field};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "TAG111",
    name: "robots-tag-alone",
    severity: Severity::Warning,
    source: include_str!("robots_tag_alone.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    // The rules of a page are in its META elements, which have no other name.
    if view.kind != Kind::Fields || has_field(view.text, "X-Robots-Tag") {
        return;
    }
    let has_rules = |line: &FieldLine<'_>| {
        line.name.eq_ignore_ascii_case("Robots-Tag") && !line.value.is_empty()
    };
    let Some(line) = field_lines(view.text).find(has_rules) else { return };
    findings
        .at(
            line.start..line.start + line.value.len(),
            "search engines do not read these rules: they read only `X-Robots-Tag`",
        )
        .help("send `X-Robots-Tag` with the same rules as well");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["HTTP/1.1 200 OK\r\nRobots-Tag: *;noindex\r\n"],
        silent: [
            "X-Robots-Tag: noindex\n",
            "X-ROBOTS-TAG: noindex\nRobots-Tag: *;noindex\n",
            "Date: Robots-Tag\nrobots-tag:\n",
        ],
    }
}
