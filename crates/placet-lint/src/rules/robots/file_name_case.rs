//! ## What it finds
//! Files with a name such as `Robots.txt` or `ROBOTS.TXT`.
//!
//! ## Why it matters
//! Crawlers request `/robots.txt`, in lower case. On most servers that is another file, so crawlers
//! do not find this one.
//!
//! ## Example
//! `https://example.com/Robots.txt`
//!
//! Write instead: `https://example.com/robots.txt`
//!
//! ## Fix
//! By hand: rename the file to `robots.txt`.
//!
//! ## Reference
//! - [RFC 9309 §2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3)

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
        findings
            .at(
                0..0,
                format!(
                    "crawlers do not find this file: they request `/robots.txt`, not `/{name}`"
                ),
            )
            .help("rename the file to `robots.txt`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\n"],
        silent: ["User-agent: *\n"],
    }
}
