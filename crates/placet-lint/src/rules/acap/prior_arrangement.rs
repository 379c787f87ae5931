//! ## What it finds
//! Finds qualifiers that need an arrangement with the crawler: `must-use-resource` and
//! `must-include-resource`.
//!
//! ## Why it matters
//! The documents mark them as to be used by prior arrangement, or as not ready (R-091, R-094, R-097,
//! R-108). A crawler that does not know them reads a prohibition (R-109).
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: /news/ must-use-resource=/abstract
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: /news/
//! ```

use placet::condition::Qualifier;

use super::qualified::{kind, qualified};
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA309",
    name: "prior-arrangement",
    severity: Severity::Note,
    source: include_str!("prior_arrangement.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for it in qualified(view) {
        for named in it.qualifiers {
            let qualifier = kind(view, named);
            if let Some(it @ (Qualifier::MustUseResource | Qualifier::MustIncludeResource)) =
                qualifier
            {
                findings.at(
                    named.name.start()..named.value.end(),
                    format!(
                        "`{it}` needs an arrangement with the crawler; others read a prohibition"
                    ),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-index: / must-use-resource=/a\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-index: / time-limit=3-days\n"],
    }
}
