//! ## What it finds
//! Lines that end in CR without LF.
//!
//! ## Why it matters
//! RFC 9309 accepts CR as the end of a line, but many tools know only LF. They read several lines
//! as one; if the first of them is a comment, the others are lost.
//!
//! ## Example
//! A file with the line ends of old Macintosh computers.
//!
//! Write instead: LF or CRLF at the end of each line.
//!
//! ## Fix
//! Safe: replaces each CR with LF.
//!
//! ## Reference
//! - [RFC 9309 §2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)

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
        1 => "many tools join this line with the next: it ends in CR without LF".to_owned(),
        more => format!(
            "many tools join {more} lines of this file with the next: they end in CR without LF"
        ),
    };
    let edits = bare.into_iter().map(|at| Edit::replace(at..at + 1, "\n")).collect();
    let fix = Fix::safe_all("replace each CR with LF", edits);
    findings.at(first..first + 1, message).fix(fix);
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\rDisallow: /a\r", "User-agent: *\r\nDisallow: /a\rDisallow: /b\n"],
        silent: ["User-agent: *\r\nDisallow: /a\r\n", "User-agent: *\nDisallow: /a\n", b"\xFF\xFEa\0:\0\r\0\n\0"],
    }
}
