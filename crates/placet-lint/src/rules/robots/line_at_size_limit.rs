//! ## What it finds
//! A line that extends past the first 500 KiB of the file.
//!
//! ## Why it matters
//! Crawlers may stop reading at 500 KiB. They drop the line, or read a shorter pattern, which
//! matches more URLs.
//!
//! ## Example
//! A file longer than 500 KiB.
//!
//! Write instead: a shorter file.
//!
//! ## Fix
//! By hand: shorten the file.
//!
//! ## Reference
//! - [RFC 9309 §2.5](https://www.rfc-editor.org/rfc/rfc9309#section-2.5)

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB117",
    name: "line-at-size-limit",
    severity: Severity::Error,
    source: include_str!("line_at_size_limit.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::LineDropped) {
        findings
            .at(
                problem.span().range(),
                "some crawlers drop or shorten this line: it extends past the first 500 KiB of the \
                 file",
            )
            .help("shorten the file");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [format!("User-agent: *\nDisallow: /{}\n", "a".repeat(512_000))],
        silent: [format!("User-agent: *\nDisallow: /{}\n", "a".repeat(500_000))],
    }
}
