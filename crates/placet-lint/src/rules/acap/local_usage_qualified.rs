//! ## What it finds
//! Permissions of a usage in parentheses that have qualifiers of their own. A file that declares
//! version 0.2, which allows them, is not reported.
//!
//! ## Why it matters
//! The qualifiers belong in the definition of the usage. Crawlers treat the permission as a
//! prohibition.
//!
//! ## Example
//! ```robots
//! ACAP-qualified-usage: brief index time-limit=3-days
//! ACAP-crawler: *
//! ACAP-allow-(brief): / time-limit=4-days
//! ```
//! Write instead:
//! ```robots
//! ACAP-qualified-usage: brief index time-limit=3-days
//! ACAP-crawler: *
//! ACAP-allow-(brief): /
//! ```
//!
//! ## Fix
//! By hand: move the qualifier into the `ACAP-qualified-usage` line.
//!
//! ## Reference
//! - ACAP 1.0 §2.4.1.3

use placet::syntax::acap::UsageName;

use super::table::is_of_0_2;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA306",
    name: "local-usage-qualified",
    severity: Severity::Error,
    source: include_str!("local_usage_qualified.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.acap().is_empty() || is_of_0_2(view) {
        return;
    }
    for it in view.acap().permissions().filter(|it| it.allows) {
        if let (UsageName::Local(_), Some(first)) = (it.name, it.qualifiers.first()) {
            findings
                .at(
                    first.name.start()..first.value.end(),
                    "crawlers treat this permission as a prohibition: a usage in parentheses takes \
                     qualifiers only where it is defined",
                )
                .help("move the qualifier into the definition of the usage");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-qualified-usage: q index time-limit=3-days\nACAP-crawler: *\nACAP-allow-(q): / time-limit=4-days\n"],
        silent: ["ACAP-qualified-usage: q index time-limit=3-days\nACAP-crawler: *\nACAP-allow-(q): /\n", "##ACAP version=0.2\nACAP-qualified-usage: q index time-limit=3-days\nACAP-crawler: *\nACAP-allow-(q): / time-limit=4-days\n"],
    }
}
