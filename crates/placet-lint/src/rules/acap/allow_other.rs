//! ## What it finds
//! `ACAP-allow-other` without `ref`.
//!
//! ## Why it matters
//! What no field prohibits is permitted anyway, so the permission has no effect. ACAP's documents
//! say that it has no known use.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-other: /
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-other: /
//! ```
//!
//! ## Fix
//! By hand: delete the line, or write `ACAP-disallow-other`.
//!
//! ## Reference
//! - ACAP 1.0 §2.5.6

use placet::Usage;
use placet::condition::Qualifier;

use super::qualified::{kind, qualified};
use super::table::Permission;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA311",
    name: "allow-other",
    severity: Severity::Note,
    source: include_str!("allow_other.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    // It can override a broader prohibition of the same usage.
    let is_closed = |it: Permission<'_>| !it.allows && it.usage(view) == Some(Usage::Other);
    if view.acap().permissions().any(is_closed) {
        return;
    }
    for it in qualified(view).filter(|it| it.usage == Usage::Other) {
        let refers = it.qualifiers.iter().any(|named| kind(view, named) == Some(Qualifier::Ref));
        if !refers {
            findings
                .at(
                    it.row.span.clone(),
                    "this permission has no effect: no field prohibits `other`",
                )
                .help("delete the line, or write `ACAP-disallow-other` to prohibit other usages");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-other: /\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-other: / ref=/a\n", "ACAP-crawler: *\nACAP-disallow-other: /\nACAP-allow-other: /a\n"],
    }
}
