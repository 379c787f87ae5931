//! ## What it finds
//! Finds files longer than 500 KiB, and tells how many rules lie behind that.
//!
//! ## Why it matters
//! Crawlers need to read 500 KiB and no more (RFC 9309 §2.5, F-08). What lies behind is closed to some
//! and open to others.
//!
//! ## Example
//! A file with a line for every page of the site.
//!
//! Write instead: patterns that match whole folders.

use placet::Profile;
use placet::syntax::ProblemKind;
use placet::syntax::robots::{Content, Key, Lines};

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB116",
    name: "file-too-long",
    severity: Severity::Error,
    source: include_str!("file_too_long.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::FileCut) {
        let lost = Lines::new(view.unread, Profile::Full).filter(|line| {
            matches!(line.content, Content::Record(it) if matches!(it.kind, Key::Allow | Key::Disallow))
        });
        let message = match lost.count() {
            0 => "the file is longer than crawlers need to read; no rule is lost".to_owned(),
            1 => "the file is longer than crawlers need to read; a rule is lost".to_owned(),
            more => format!("the file is longer than crawlers need to read; {more} rules are lost"),
        };
        let end = problem.span().end();
        findings.at(end..end, message).help("crawlers read at least 500 KiB; put less into it");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            format!("User-agent: *\n{}", "Disallow: /0123456789012345678\n".repeat(17_000)),
            format!("User-agent: *\nDisallow: /a\n#{}", "-".repeat(512_000)),
        ],
        silent: [format!("User-agent: *\n{}", "Disallow: /0123456789012345678\n".repeat(16_000))],
    }
}
