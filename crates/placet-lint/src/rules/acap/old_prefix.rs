//! ## What it does
//! Finds `acap:resource-set:`, the prefix of version 0.2.
//!
//! ## Why is this bad
//! Since 1.0 it is `the-acap:` (R-054, R-114). The old one is read alike (A-29), but not by all.
//!
//! ## Example
//! ```robots
//! ACAP-resource-set: drafts /drafts/ /private/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: acap:resource-set:drafts
//! ```
//! Use instead:
//! ```robots
//! ACAP-resource-set: drafts /drafts/ /private/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ```
//!
//! ## Fix safety
//! Safe: both are read alike.

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "A313",
    name: "old-prefix",
    severity: Severity::Note,
    source: include_str!("old_prefix.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for it in view.acap().permissions() {
        for resource in it.resources {
            let start = view.of(resource.range()).get(..18);
            if start.is_some_and(|it| it.eq_ignore_ascii_case(b"acap:resource-set:")) {
                findings
                    .at(resource.range(), "since version 1.0 the prefix is `the-acap:`")
                    .fix(Fix::safe("put it in", Edit::insert(resource.start(), "the-")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-resource-set: s /a\nACAP-crawler: *\nACAP-disallow-crawl: acap:resource-set:s\n"],
        silent: ["ACAP-resource-set: s /a\nACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:s\n"],
    }
}
