//! ## What it finds
//! ACAP permissions and prohibitions with more than one resource.
//!
//! ## Why it matters
//! A field has one pattern or one resource set. placet treats a permission with several as a
//! prohibition of the first, and applies a prohibition to all of them; other programs may read only
//! the first.
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
//!
//! ## Fix
//! By hand: write one field for each resource, or define a resource set.
//!
//! ## Reference
//! - ACAP 1.0 §2.4.3, §2.4.4

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
            "crawlers treat this permission as a prohibition: it has more than one resource"
        } else {
            "some programs ignore this resource: a prohibition has only one"
        };
        findings
            .at(second.range(), message)
            .help("write one field for each resource, or define an `ACAP-resource-set`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-crawl: /a /b\nACAP-disallow-crawl: /c /d\n"],
        silent: ["ACAP-resource-set: s /a /b\nACAP-crawler: *\nACAP-allow-crawl: the-acap:resource-set:s\n"],
    }
}
