//! ## What it finds
//! Finds lines that end in CR without LF.
//!
//! ## Why it matters
//! The grammar has CR as a line end (RFC 9309 §2.2, F-01), but tools that know only LF see the whole
//! file as one line, and one that begins with a comment as nothing but that.
//!
//! ## Example
//! A file saved with the line ends of old Macintosh computers.
//!
//! Write instead: LF or CRLF.
//!
//! ## Fix
//! Safe: each CR is replaced by LF.

use memchr::memchr_iter;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB112",
    name: "bare-carriage-return",
    severity: Severity::Warning,
    source: include_str!("bare_carriage_return.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.policy.encoding().is_wide() {
        // A byte of UTF-16 is half a character.
        return;
    }
    let is_bare = |at: &usize| view.text.get(at + 1) != Some(&b'\n');
    let bare: Vec<usize> = memchr_iter(b'\r', view.text).filter(is_bare).collect();
    // The last byte read may be the first half of a CRLF.
    let is_half = |at: &usize| at + 1 == view.text.len() && view.unread.first() == Some(&b'\n');
    let Some(&first) = bare.iter().find(|at| !is_half(at)) else { return };
    let message = match bare.len() {
        1 => "a line ends in CR alone, which many tools do not know".to_owned(),
        more => format!("{more} lines end in CR alone, which many tools do not know"),
    };
    let edits = bare.into_iter().map(|at| Edit::replace(at..at + 1, "\n")).collect();
    let fix = Fix::safe_all("replace each CR by LF", edits);
    findings.at(first..first + 1, message).fix(fix);
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\rDisallow: /a\r", "User-agent: *\r\nDisallow: /a\rDisallow: /b\n"],
        silent: ["User-agent: *\r\nDisallow: /a\r\n", "User-agent: *\nDisallow: /a\n", b"\xFF\xFEa\0:\0\r\0\n\0"],
    }
}
