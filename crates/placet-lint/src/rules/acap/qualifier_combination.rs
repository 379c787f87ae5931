//! ## What it finds
//! Finds qualifiers on usages that they do not go with.
//!
//! ## Why it matters
//! The documents list which goes with which (R-086, R-090 to R-102). A permission with any other is
//! read as a prohibition (A-26).
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-crawl: /news/ time-limit=30-days
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-preserve: /news/ time-limit=30-days
//! ```

use placet::Usage;

use super::qualified::{kind, qualified};
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA303",
    name: "qualifier-combination",
    severity: Severity::Error,
    source: include_str!("qualifier_combination.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for it in qualified(view) {
        for named in it.qualifiers {
            let Some(qualifier) = kind(view, named) else { continue };
            if qualifier.qualifies(it.usage) {
                continue;
            }
            let fits: Vec<&str> = Usage::ALL
                .into_iter()
                .filter(|usage| qualifier.qualifies(*usage))
                .map(Usage::name)
                .collect();
            let draft = findings.at(
                named.name.start()..named.value.end(),
                format!("`{qualifier}` does not go with `{}`, so the permission is read as a prohibition", it.usage),
            );
            if !fits.is_empty() {
                draft.help(format!("it goes with {}", fits.join(", ")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-crawl: / time-limit=3-days\nACAP-allow-index: / max-length=5-words\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-index: / time-limit=3-days\n"],
    }
}
