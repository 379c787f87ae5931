//! ## What it finds
//! Qualifiers with a value that no ACAP document defines.
//!
//! ## Why it matters
//! A crawler that does not understand a value treats the permission as a prohibition.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: / time-limit=30days
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: / time-limit=30-days
//! ```
//!
//! ## Fix
//! By hand: write a value that ACAP defines.
//!
//! ## Reference
//! - ACAP 1.0 §2.5.3 to §2.5.5
//! - ACAP 1.1 §2.4.3

use placet::condition::Qualifier;

use super::qualified::{condition, dropped, kind, qualified};
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA302",
    name: "unknown-qualifier-value",
    severity: Severity::Error,
    source: include_str!("unknown_qualifier_value.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for it in qualified(view) {
        for named in it.qualifiers {
            let Some(qualifier) = kind(view, named) else { continue };
            if !qualifier.qualifies(it.usage)
                || condition(view, named).is_some()
                || dropped(view, named).is_some()
            {
                continue;
            }
            let draft = findings.at(
                named.value.range(),
                format!(
                    "crawlers treat this permission as a prohibition: {} is not a value of \
                     `{qualifier}`",
                    view.quote(named.value.range())
                ),
            );
            if let Some(forms) = forms(qualifier) {
                draft.help(format!("write {forms}"));
            }
        }
    }
}

/// The values of a qualifier (R-090 to R-099).
fn forms(qualifier: Qualifier) -> Option<&'static str> {
    Some(match qualifier {
        Qualifier::TimeLimit => "`until-recrawled`, `until-2030-12-31` or `30-days`",
        Qualifier::MaxLength => "`200-chars` or `50-words`",
        Qualifier::ProhibitedModification => {
            "`any`, `format`, `style`, `translation` or `annotation`"
        }
        Qualifier::ProhibitedContext => "`within-user-frame`",
        Qualifier::RequiredContext => "`within-original-frame`",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-index: / time-limit=30days\nACAP-allow-present-snippet: / max-length=5\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-index: / time-limit=30-days\nACAP-allow-present-snippet: / max-length=5-words\n", "ACAP-crawler: *\nACAP-allow-present: / must-include-resource=the-acap:icon:/a\n"],
    }
}
