//! ## What it finds
//! Files longer than 500 KiB, with the number of rules after that limit.
//!
//! ## Why it matters
//! Crawlers must read 500 KiB of a robots.txt and may ignore the rest. A rule after that limit
//! applies to some crawlers only.
//!
//! ## Example
//! A file with one line for every page of the site.
//!
//! Write instead: patterns that match whole folders.
//!
//! ## Fix
//! By hand: shorten the file.
//!
//! ## Reference
//! - [RFC 9309 §2.5](https://www.rfc-editor.org/rfc/rfc9309#section-2.5)

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
            0 => "some crawlers stop reading here, after 500 KiB; no rule follows".to_owned(),
            1 => {
                "some crawlers do not read the last rule: they stop here, after 500 KiB".to_owned()
            }
            more => format!(
                "some crawlers do not read the last {more} rules: they stop here, after 500 KiB"
            ),
        };
        let end = problem.span().end();
        findings
            .at(end..end, message)
            .help("shorten the file, for example with patterns that match whole folders");
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
