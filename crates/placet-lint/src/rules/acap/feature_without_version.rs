//! ## What it finds
//! Qualifiers of version 1.1, `target-condition` and `ref`, in files that do not declare that
//! version.
//!
//! ## Why it matters
//! A program that expects 1.0 does not know them and treats the permission as a prohibition.
//!
//! ## Example
//! ```robots
//! ##ACAP version=1.0
//! ACAP-crawler: *
//! ACAP-disallow-other: /
//! ACAP-allow-other: /news/ ref=/licence
//! ```
//! Write instead:
//! ```robots
//! ##ACAP version=1.1
//! ACAP-crawler: *
//! ACAP-disallow-other: /
//! ACAP-allow-other: /news/ ref=/licence
//! ```
//!
//! ## Fix
//! By hand: begin the file with `##ACAP version=1.1`.
//!
//! ## Reference
//! - ACAP 1.1 §2.4.3

use placet::condition::Qualifier;

use super::qualified::{kind, qualified};
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA320",
    name: "feature-without-version",
    severity: Severity::Note,
    source: include_str!("feature_without_version.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let declared = || view.policy.acap_version().is_some_and(|it| !matches!(it, "1.0" | "0.2"));
    for it in qualified(view) {
        for named in it.qualifiers {
            let newer =
                matches!(kind(view, named), Some(Qualifier::TargetCondition | Qualifier::Ref));
            if newer && !declared() {
                findings
                    .at(
                        named.name.start()..named.value.end(),
                        "some crawlers treat this permission as a prohibition: the qualifier needs \
                         ACAP 1.1, which the file does not declare",
                    )
                    .help("begin the file with `##ACAP version=1.1`");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-other: / ref=/a\n"],
        silent: ["##ACAP version=1.1\nACAP-crawler: *\nACAP-allow-other: / ref=/a\n"],
    }
}
