//! ## What it finds
//! Permissions in ACAP META elements that crawlers do not understand.
//!
//! ## Why it matters
//! Crawlers treat a permission as a prohibition if a qualifier is unknown, is repeated, has an
//! invalid value or does not apply to the usage.
//!
//! ## Example
//! ```html
//! <meta name="robots" content="ACAP allow-index time-limit=30days">
//! ```
//! Write instead:
//! ```html
//! <meta name="robots" content="ACAP allow-index time-limit=30-days">
//! ```
//!
//! ## Fix
//! By hand: correct the qualifier.
//!
//! ## Reference
//! - ACAP 1.1 §2.4.3
//! - ACAP Part 2 §2.2.3

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "HTM105",
    name: "meta-not-understood",
    severity: Severity::Error,
    source: include_str!("meta_not_understood.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for statement in &view.statements {
        if let Some(fault) = statement.fault() {
            findings
                .at(
                    statement.span.clone(),
                    format!("crawlers treat this permission as a prohibition: {}", fault.message()),
                )
                .help("correct the permission, so that all crawlers understand it");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["<meta name=robots content='ACAP allow-index time-limit=30days'>"],
        silent: ["<meta name=robots content='ACAP allow-index time-limit=30-days'>"],
    }
}
