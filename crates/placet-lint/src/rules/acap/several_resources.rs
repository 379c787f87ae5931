//! ## What it finds
//! Finds permissions and prohibitions of more than one resource.
//!
//! ## Why it matters
//! A field is about one pattern or one set (R-054). A permission with a second one is read as a
//! prohibition of the first; a prohibition holds for both (A-26).
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-crawl: /news/ /sport/
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-crawl: /news/
//! ACAP-allow-crawl: /sport/
//! ```

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA305",
    name: "several-resources",
    severity: Severity::Error,
    source: include_str!("several_resources.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for it in view.acap().permissions() {
        let [_, second, ..] = it.resources else { continue };
        let message = if it.allows {
            "a field is about one resource; the permission is read as a prohibition"
        } else {
            "a field is about one resource"
        };
        findings
            .at(second.range(), message)
            .help("write one field for each, or define a set of them");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-crawl: /a /b\nACAP-disallow-crawl: /c /d\n"],
        silent: ["ACAP-resource-set: s /a /b\nACAP-crawler: *\nACAP-allow-crawl: the-acap:resource-set:s\n"],
    }
}
