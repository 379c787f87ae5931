//! ## What it finds
//! Prohibitions of a usage in parentheses, which the file itself defines.
//!
//! ## Why it matters
//! ACAP allows prohibitions of standard usages only. placet prohibits the standard usages of the
//! definition without their conditions; other programs may skip the field.
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
//!
//! ## Fix
//! By hand: prohibit the standard usages by name.
//!
//! ## Reference
//! - ACAP 1.0 §2.4.2

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
            findings
                .at(
                    it.row.key.range(),
                    "some programs skip this prohibition: ACAP prohibits only standard usages, not \
                     those in parentheses",
                )
                .help("prohibit the standard usages by name, such as `ACAP-disallow-index`");
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
