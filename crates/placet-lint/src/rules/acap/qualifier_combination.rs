//! ## What it finds
//! Qualifiers that do not apply to the usage of their field.
//!
//! ## Why it matters
//! ACAP lists the qualifiers of each usage. A permission with any other is treated as a
//! prohibition.
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
//!
//! ## Fix
//! By hand: delete the qualifier, or move it to a usage that takes it.
//!
//! ## Reference
//! - ACAP 1.0 §2.5

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
                format!(
                    "crawlers treat this permission as a prohibition: `{}` does not take `{qualifier}`",
                    it.usage
                ),
            );
            if !fits.is_empty() {
                draft.help(format!("delete it, or use it with {}", fits.join(", ")));
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
