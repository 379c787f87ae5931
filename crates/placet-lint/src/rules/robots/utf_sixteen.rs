//! ## What it does
//! Finds files in UTF-16.
//!
//! ## Why is this bad
//! The file is UTF-8 by RFC 9309 §2.2. In UTF-16 no line of it can be read, so nothing is closed.
//!
//! ## Example
//! A file saved as "Unicode".
//!
//! Use instead: UTF-8.

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "R114",
    name: "utf-sixteen",
    severity: Severity::Error,
    source: include_str!("utf_sixteen.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if is_utf16(view.text) {
        findings
            .at(0..view.text.len().min(2), "the file is in UTF-16, so crawlers read nothing of it")
            .help("save the file as UTF-8");
    }
}

/// Whether the text begins with the byte order mark of UTF-16, or with a letter as that has it.
pub(super) fn is_utf16(text: &[u8]) -> bool {
    match text {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => true,
        [0, letter, 0, other, ..] | [letter, 0, other, 0, ..] => {
            letter.is_ascii_graphic() && other.is_ascii_graphic()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [b"\xFF\xFEU\0s\0e\0r\0", b"\0U\0s\0e\0r"],
        silent: ["User-agent: *\n", b"U\0ser-agent: *\n"],
    }
}
