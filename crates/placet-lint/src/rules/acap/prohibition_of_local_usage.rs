//! ## What it finds
//! Finds prohibitions of a locally defined usage.
//!
//! ## Why it matters
//! Only standard usages can be prohibited (R-053). It is read as a prohibition of the usages behind
//! the name, without their conditions (A-01).
//!
//! ## Example
//! ```robots
//! ACAP-qualified-usage: brief index time-limit=3-days
//! ACAP-crawler: *
//! ACAP-disallow-(brief): /drafts/
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-index: /drafts/
//! ```

use placet::syntax::acap::UsageName;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA308",
    name: "prohibition-of-local-usage",
    severity: Severity::Warning,
    source: include_str!("prohibition_of_local_usage.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for it in view.acap().permissions().filter(|it| !it.allows) {
        if matches!(it.name, UsageName::Local(_)) {
            findings.at(it.row.key.range(), "only standard usages can be prohibited");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-qualified-usage: q index time-limit=3-days\nACAP-crawler: *\nACAP-disallow-(q): /\n"],
        silent: ["ACAP-qualified-usage: q index time-limit=3-days\nACAP-crawler: *\nACAP-allow-(q): /\n"],
    }
}
