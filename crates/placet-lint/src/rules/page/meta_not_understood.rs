//! ## What it finds
//! Finds permissions in ACAP META elements that are not understood.
//!
//! ## Why it matters
//! A permission with a qualifier that is unknown, does not go with the usage, stands twice or has a
//! strange value is read as a prohibition (R-109, A-26).
//!
//! ## Example
//! ```html
//! <meta name="robots" content="ACAP allow-index time-limit=30days">
//! ```
//! Write instead:
//! ```html
//! <meta name="robots" content="ACAP allow-index time-limit=30-days">
//! ```

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
            findings.at(
                statement.span.clone(),
                format!("the permission is read as a prohibition: {}", fault.message()),
            );
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
