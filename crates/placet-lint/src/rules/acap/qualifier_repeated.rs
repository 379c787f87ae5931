//! ## What it finds
//! Qualifiers that are repeated in one field.
//!
//! ## Why it matters
//! A field may have each qualifier once, except `prohibited-modification`, which may be repeated
//! with values other than `any`. Otherwise crawlers treat the permission as a prohibition.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: / time-limit=30-days time-limit=until-recrawled
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: / time-limit=30-days
//! ```
//!
//! ## Fix
//! By hand: keep one of them.
//!
//! ## Reference
//! - ACAP 1.0 §2.5.5.2

use placet::Condition;
use placet::condition::{Modification, Qualifier};

use super::qualified::{condition, kind, qualified};
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA304",
    name: "qualifier-repeated",
    severity: Severity::Error,
    source: include_str!("qualifier_repeated.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let any = Condition::ProhibitedModification(Modification::Any);
    for it in qualified(view) {
        for (at, named) in it.qualifiers.iter().enumerate() {
            let Some(qualifier) = kind(view, named) else { continue };
            let before = it.qualifiers.iter().take(at).find(|other| {
                let is_any = |named| condition(view, named).as_ref() == Some(&any);
                kind(view, other) == Some(qualifier)
                    && (qualifier != Qualifier::ProhibitedModification
                        || is_any(other)
                        || is_any(named))
            });
            let Some(before) = before else { continue };
            findings
                .at(
                    named.name.start()..named.value.end(),
                    format!(
                        "crawlers treat this permission as a prohibition: it repeats `{qualifier}`"
                    ),
                )
                .also(before.name.start()..before.value.end(), "the first one")
                .help("keep one of them");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "ACAP-crawler: *\nACAP-allow-index: / time-limit=3-days time-limit=4-days\n",
            "ACAP-crawler: *\nACAP-allow-present: / prohibited-modification=any prohibited-modification=style\n",
        ],
        silent: ["ACAP-crawler: *\nACAP-allow-present: / prohibited-modification=format prohibited-modification=style\n"],
    }
}
