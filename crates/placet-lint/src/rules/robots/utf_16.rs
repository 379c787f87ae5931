//! ## What it finds
//! Finds files in UTF-16 or UTF-32.
//!
//! ## Why it matters
//! The file is UTF-8 by RFC 9309 §2.2. In UTF-16 or UTF-32 most crawlers read no line of it, so nothing
//! is closed.
//!
//! ## Example
//! A file saved as "Unicode".
//!
//! Write instead: UTF-8.

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
        let message = format!("the file is in {encoding}, so most crawlers read nothing of it");
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
