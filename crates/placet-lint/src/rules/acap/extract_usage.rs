//! ## What it finds
//! `present-extract` and `present-oldextract`, usages of version 0.2. A file that declares that
//! version is not reported.
//!
//! ## Why it matters
//! Version 1.0 dropped these usages, so a crawler that knows only 1.0 ignores the field.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-present-extract: /
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-present-snippet: /
//! ```
//!
//! ## Fix
//! By hand: write `present-snippet`, or declare `##ACAP version=0.2`.
//!
//! ## Reference
//! - ACAP 1.0 §2.5

use placet::Usage;

use super::table::is_of_0_2;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA314",
    name: "extract-usage",
    severity: Severity::Warning,
    source: include_str!("extract_usage.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.acap().is_empty() || is_of_0_2(view) {
        return;
    }
    for it in view.acap().permissions() {
        if matches!(it.usage(view), Some(Usage::PresentExtract | Usage::PresentOldextract)) {
            findings
                .at(
                    it.row.key.range(),
                    "crawlers that know only ACAP 1.0 ignore this field: 1.0 dropped the usage",
                )
                .help("write `present-snippet`, or declare `##ACAP version=0.2`");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-present-extract: /\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-present-snippet: /extract\n", "##ACAP version=0.2\nACAP-crawler: *\nACAP-disallow-present-extract: /\n"],
    }
}
