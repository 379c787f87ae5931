//! ## What it finds
//! Finds lines longer than Google's parser keeps.
//!
//! ## Why it matters
//! It keeps 16,663 bytes of a line. Of a longer pattern it compares the beginning alone, which
//! matches more.
//!
//! ## Example
//! A pattern of seventeen thousand bytes.
//!
//! Write instead: a shorter one.

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
        // What is cut may be a mere comment.
        let record = view.record(line.number as usize);
        if record.end.saturating_sub(line.span.start()) > GOOGLE_LINE {
            findings.at(content, "Google keeps 16,663 bytes of a line; the rest is not read");
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
