//! ## What it finds
//! Files in UTF-16 or UTF-32.
//!
//! ## Why it matters
//! robots.txt is UTF-8. Most crawlers can read no line of a file in UTF-16 or UTF-32, so it closes
//! nothing to them.
//!
//! ## Example
//! A file that an editor saved as "Unicode".
//!
//! Write instead: the same file saved as UTF-8.
//!
//! ## Fix
//! By hand: save the file as UTF-8.
//!
//! ## Reference
//! - [RFC 9309 §2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB114",
    name: "utf-16",
    severity: Severity::Error,
    source: include_str!("utf_16.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let encoding = view.policy.encoding();
    if encoding.is_wide() {
        let message =
            format!("this file closes nothing to most crawlers: they cannot read {encoding}");
        findings.at(0..view.text.len().min(2), message).help("save the file as UTF-8");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [b"\xFF\xFEU\0s\0e\0r\0", b"\0U\0s\0e\0r"],
        silent: ["User-agent: *\n", b"U\0ser-agent: *\n"],
    }
}
