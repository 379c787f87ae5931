//! ## What it finds
//! Lines longer than Google's parser reads.
//!
//! ## Why it matters
//! Google's parser reads the first 16,663 bytes of a line and drops the rest. It compares only that
//! part of a longer pattern, which matches more URLs.
//!
//! ## Example
//! A pattern of 17,000 bytes.
//!
//! Write instead: a shorter pattern.
//!
//! ## Fix
//! By hand: shorten the line.
//!
//! ## Reference
//! - [Google's robots.txt parser](https://github.com/google/robotstxt)

use placet::limits::GOOGLE_LINE;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB118",
    name: "line-cut-by-google",
    severity: Severity::Warning,
    source: include_str!("line_cut_by_google.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.text.len() <= GOOGLE_LINE {
        return;
    }
    for line in view.lines.iter().filter(|line| line.span.len() > GOOGLE_LINE) {
        let content = view.line_content(line.number as usize);
        // The part that is cut may be only a comment.
        let record = view.record(line.number as usize);
        if record.end.saturating_sub(line.span.start()) > GOOGLE_LINE {
            findings
                .at(
                    content,
                    "Google does not read the end of this line: it reads 16,663 bytes of a line",
                )
                .help("shorten the line");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [format!("User-agent: *\nDisallow: /{}\n", "a".repeat(17_000))],
        silent: [
            format!("User-agent: *\nDisallow: /{}\n", "a".repeat(16_000)),
            format!("User-agent: *\nDisallow: /a #{}\n", "a".repeat(17_000)),
        ],
    }
}
