//! ## What it finds
//! NUL bytes.
//!
//! ## Why it matters
//! Text files contain none, so the file is most likely damaged or not in UTF-8. Some parsers end
//! the line at the NUL byte, some stop reading, and some reject the file.
//!
//! ## Example
//! `Disallow: /a` with a NUL byte after every letter, as in UTF-16.
//!
//! Write instead: the same text in UTF-8.
//!
//! ## Fix
//! By hand: save the file as UTF-8 text.
//!
//! ## Reference
//! - [RFC 9309 §2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)

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
        0 => "the rest of this line is lost: a NUL byte ends it".to_owned(),
        more => format!("the rest of this line and of {more} more is lost: a NUL byte ends it"),
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
