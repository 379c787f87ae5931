//! ## What it does
//! Finds permissions of a locally defined usage with qualifiers of their own.
//!
//! ## Why is this bad
//! The definition holds the qualifiers (R-052). The permission is read as a prohibition (A-31).
//!
//! ## Example
//! ```robots
//! ACAP-qualified-usage: brief index time-limit=3-days
//! ACAP-crawler: *
//! ACAP-allow-(brief): / time-limit=4-days
//! ```
//! Use instead:
//! ```robots
//! ACAP-qualified-usage: brief index time-limit=3-days
//! ACAP-crawler: *
//! ACAP-allow-(brief): /
//! ```

use placet::syntax::acap::UsageName;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "A306",
    name: "local-usage-qualified",
    severity: Severity::Error,
    source: include_str!("local_usage_qualified.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for it in view.acap().permissions().filter(|it| it.allows) {
        if let (UsageName::Local(_), Some(first)) = (it.name, it.qualifiers.first()) {
            findings.at(
                first.name.start()..first.value.end(),
                "a local usage takes no qualifiers; the permission is read as a prohibition",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-qualified-usage: q index time-limit=3-days\nACAP-crawler: *\nACAP-allow-(q): / time-limit=4-days\n"],
        silent: ["ACAP-qualified-usage: q index time-limit=3-days\nACAP-crawler: *\nACAP-allow-(q): /\n"],
    }
}
