//! ## What it finds
//! Finds NUL bytes.
//!
//! ## Why it matters
//! Text has none. Parsers end the line there (F-06), stop reading, or refuse the file; most likely it
//! is not in UTF-8, or it is damaged.
//!
//! ## Example
//! `Disallow: /a` with a NUL byte behind every letter, as UTF-16 has it.
//!
//! Write instead: UTF-8 (RFC 9309 §2.2).

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB105",
    name: "nul-byte",
    severity: Severity::Error,
    source: include_str!("nul_byte.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut problems = view.problems_of(ProblemKind::Nul);
    let Some(first) = problems.next() else { return };
    let span = first.span().range();
    let at = view.of(span.clone()).iter().position(|&byte| byte == 0).unwrap_or(0);
    let at = span.start + at;
    let message = match problems.count() {
        0 => "a NUL byte ends the content of this line".to_owned(),
        more => format!("a NUL byte ends the content of this line and of {more} more"),
    };
    findings.at(at..at + 1, message).help("save the file as UTF-8 text");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [b"User-agent: *\nDisallow: /a\0b\nDisallow: /\0\n"],
        silent: ["User-agent: *\nDisallow: /a%00\n"],
    }
}
