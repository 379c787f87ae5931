//! ## What it does
//! Finds `present-extract` and `present-oldextract`, usages of version 0.2.
//!
//! ## Why is this bad
//! Version 1.0 took them out (R-080), so that crawlers do not know them.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-present-extract: /
//! ```
//! Use instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-present-snippet: /
//! ```

use placet::Usage;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "A314",
    name: "extract-usage",
    severity: Severity::Warning,
    source: include_str!("extract_usage.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for it in view.acap().permissions() {
        if matches!(it.usage(view), Some(Usage::PresentExtract | Usage::PresentOldextract)) {
            findings.at(it.row.key.range(), "version 1.0 has no such usage");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-present-extract: /\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-present-snippet: /extract\n"],
    }
}
