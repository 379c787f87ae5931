//! ## What it finds
//! A version number that ACAP does not have.
//!
//! ## Why it matters
//! ACAP has the versions 0.2, 1.0 and 1.1. With another number a program cannot know which features
//! to expect, and may ignore those that are newer than 1.0.
//!
//! ## Example
//! ```robots
//! ##ACAP version=2.0
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```
//! Write instead:
//! ```robots
//! ##ACAP version=1.0
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```
//!
//! ## Fix
//! By hand: write the version whose features the file uses.
//!
//! ## Reference
//! - ACAP 1.0 §2.9.3
//! - ACAP Part 2 §2.2.7

use std::ops::Range;

use memchr::memmem;
use placet::syntax::acap::Field;

use super::table::VERSIONS;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA114",
    name: "version-unknown",
    severity: Severity::Warning,
    source: include_str!("version_unknown.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut line = None;
    let comments = memmem::find_iter(view.text, DECLARES).filter_map(|at| {
        // Only the first on a line can begin its comment.
        let is_first = line.replace(view.line_index(at)) != Some(view.line_index(at));
        is_first.then(|| declared(view, at))?
    });
    let fields = view.acap().fields.iter().filter_map(|row| match row.field {
        Field::Version(version) => Some(version.range()),
        _ => None,
    });
    for span in comments.chain(fields) {
        let version = view.of(span.clone());
        if VERSIONS.iter().any(|known| known.as_bytes() == version) {
            continue;
        }
        let cause = match version {
            [] => "the version number is missing".to_owned(),
            _ => format!("there is no version {}", view.quote(span.clone())),
        };
        findings
            .at(span, format!("programs cannot know which ACAP features to expect: {cause}"))
            .help("write 0.2, 1.0 or 1.1, whichever has the features that the file uses");
    }
}

const DECLARES: &[u8] = b"ACAP version=";

/// The version that a comment declares, if the declaration begins the comment (R-025).
fn declared(view: &View<'_>, at: usize) -> Option<Range<usize>> {
    let line = view.whole_line(view.line_index(at) + 1);
    let before = view.of(line.start..at);
    let before = before.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(before).trim_ascii();
    let is_comment = !before.is_empty() && before.iter().all(|&byte| byte == b'#');
    let start = at + DECLARES.len();
    let rest = view.of(start..line.end);
    let len = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
    is_comment.then_some(start..start + len)
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "##ACAP version=2.0\nACAP-crawler: *\nACAP-disallow-crawl: /a\n",
            "# ACAP version=1\r\nUser-agent: *\r\n",
            "ACAP-version: 1.2\nACAP-crawler: *\nACAP-disallow-crawl: /a\n",
            "##ACAP version=\nACAP-crawler: *\nACAP-disallow-crawl: /a\n",
        ],
        silent: [
            "##ACAP version=1.0\nACAP-crawler: *\nACAP-disallow-crawl: /a\n",
            "\u{FEFF}##ACAP version=0.2 \nACAP-crawler: *\nACAP-disallow-crawl: /a\n",
            "ACAP-version: 1.1\nACAP-crawler: *\nACAP-disallow-crawl: /a\n",
            "# see ACAP version=7\nUser-agent: *\n",
        ],
    }
}
