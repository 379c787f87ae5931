//! ## What it finds
//! Finds files named `Robots.txt`, `ROBOTS.TXT` and the like.
//!
//! ## Why it matters
//! Crawlers ask for `/robots.txt`, in lower case (RFC 9309 §2.3, F-30). On most servers that is
//! another file.
//!
//! ## Example
//! `https://example.com/Robots.txt`
//!
//! Write instead: `https://example.com/robots.txt`

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB129",
    name: "file-name-case",
    severity: Severity::Error,
    source: include_str!("file_name_case.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let name = view.origin.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.split('?').next().unwrap_or_default();
    if name.eq_ignore_ascii_case("robots.txt") && name != "robots.txt" {
        findings.at(0..0, format!("crawlers ask for `/robots.txt`, not `/{name}`"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\n"],
        silent: ["User-agent: *\n"],
    }
}
