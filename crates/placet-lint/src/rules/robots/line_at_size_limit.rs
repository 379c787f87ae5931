//! ## What it finds
//! Finds a line that reaches over the first 500 KiB of the file.
//!
//! ## Why it matters
//! Its end is not read, so the line is dropped (F-08); a parser that does not drop it reads a shorter
//! pattern, which matches more.
//!
//! ## Example
//! A file longer than 500 KiB.
//!
//! Write instead: a shorter one.

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
        findings.at(problem.span().range(), "the line reaches over 500 KiB, so it is dropped");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [format!("User-agent: *\nDisallow: /{}\n", "a".repeat(512_000))],
        silent: [format!("User-agent: *\nDisallow: /{}\n", "a".repeat(500_000))],
    }
}
