//! ## What it finds
//! `time-limit=until-recrawl`.
//!
//! ## Why it matters
//! The value is `until-recrawled`; only one example in ACAP's documents has the shorter form.
//! placet reads both, but a crawler that knows only one treats the permission as a prohibition.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: /news/ time-limit=until-recrawl
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: /news/ time-limit=until-recrawled
//! ```
//!
//! ## Fix
//! Safe: writes `until-recrawled`; placet reads both in the same way.
//!
//! ## Reference
//! - ACAP 1.0 §2.5.3.1

use super::qualified::qualified;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA312",
    name: "until-recrawl",
    severity: Severity::Note,
    source: include_str!("until_recrawl.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for it in qualified(view) {
        for named in it.qualifiers {
            let value = named.value.range();
            if view.of(value.clone()).eq_ignore_ascii_case(b"until-recrawl") {
                findings
                    .at(
                        value.clone(),
                        "some crawlers treat this permission as a prohibition: ACAP writes \
                         `until-recrawled`",
                    )
                    .fix(Fix::safe(
                        "write `until-recrawled`",
                        Edit::replace(value, "until-recrawled"),
                    ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-index: / time-limit=until-recrawl\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-index: / time-limit=until-recrawled\n"],
    }
}
