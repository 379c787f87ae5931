//! ## What it finds
//! Finds `ACAP-allow-other` without `ref`.
//!
//! ## Why it matters
//! What nothing prohibits is permitted anyway (R-057); the documents know no case for it (R-085).
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
    // It can lift a wider prohibition of the same.
    let is_closed = |it: Permission<'_>| !it.allows && it.usage(view) == Some(Usage::Other);
    if view.acap().permissions().any(is_closed) {
        return;
    }
    for it in qualified(view).filter(|it| it.usage == Usage::Other) {
        let refers = it.qualifiers.iter().any(|named| kind(view, named) == Some(Qualifier::Ref));
        if !refers {
            findings.at(it.row.span.clone(), "the documents know no case for permitting `other`");
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
