//! ## What it finds
//! Finds `time-limit=until-recrawl`.
//!
//! ## Why it matters
//! One example in the documents has it; everywhere else the value is `until-recrawled` (A-02).
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
//! Safe: both are read alike.

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
                    .at(value.clone(), "the value is `until-recrawled`")
                    .fix(Fix::safe("replace it", Edit::replace(value, "until-recrawled")));
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
