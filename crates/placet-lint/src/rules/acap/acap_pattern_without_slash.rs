//! ## What it finds
//! ACAP patterns that begin with neither `/` nor `*`.
//!
//! ## Why it matters
//! ACAP patterns are relative to the root of the site, and placet reads them as if they began with
//! `/`. A program that reads them as in robots.txt matches nothing with them.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: drafts/
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```
//!
//! ## Fix
//! Safe: inserts the `/`, as placet reads the pattern.
//!
//! ## Reference
//! - ACAP 1.0 §2.4.3

use super::table::set_name;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::{View, lossy};

pub(crate) const RULE: Rule = Rule {
    code: "ACA316",
    name: "acap-pattern-without-slash",
    severity: Severity::Warning,
    source: include_str!("acap_pattern_without_slash.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in &view.acap().fields {
        for pattern in row.patterns() {
            let text = view.of(pattern.range());
            // A set may name another one (A-29).
            if set_name(&lossy(text)).is_some() || matches!(text.first(), None | Some(b'/' | b'*'))
            {
                continue;
            }
            findings
                .at(
                    pattern.range(),
                    "some programs match no URL with this pattern: it does not begin with `/`",
                )
                .fix(Fix::safe("insert the `/`", Edit::insert(pattern.start(), "/")));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-resource-set: s a/ /b\nACAP-crawler: *\nACAP-disallow-crawl: drafts/\n"],
        silent: ["ACAP-resource-set: t /b\nACAP-resource-set: s /a the-acap:resource-set:t\nACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:s\nACAP-allow-crawl: *.a\n"],
    }
}
