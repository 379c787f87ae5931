//! ## What it finds
//! Qualifiers that no ACAP document defines.
//!
//! ## Why it matters
//! A crawler that does not understand a qualifier treats the permission as a prohibition.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-preserve: / time-period=permanently
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-preserve: / time-limit=30-days
//! ```
//!
//! ## Fix
//! Unsafe: writes a known qualifier that is similar; the permission applies after the fix.
//!
//! ## Reference
//! - ACAP 1.1 §2.4.3

use placet::condition::Qualifier;
use placet::syntax::acap::Named;

use super::qualified::{dropped, kind, qualified};
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::similar::most_similar;
use crate::view::View;
use crate::view::lossy;

pub(crate) const RULE: Rule = Rule {
    code: "ACA301",
    name: "unknown-qualifier",
    severity: Severity::Error,
    source: include_str!("unknown_qualifier.rs"),
    check: Check::File(check),
};

const KNOWN: [Qualifier; 9] = [
    Qualifier::TimeLimit,
    Qualifier::MustUseResource,
    Qualifier::MustIncludeResource,
    Qualifier::MaxLength,
    Qualifier::ProhibitedModification,
    Qualifier::ProhibitedContext,
    Qualifier::RequiredContext,
    Qualifier::TargetCondition,
    Qualifier::Ref,
];

fn check(view: &View<'_>, findings: &mut Findings) {
    for it in qualified(view) {
        let unknown =
            |named: &&Named| kind(view, named).is_none() && dropped(view, named).is_none();
        for named in it.qualifiers.iter().filter(unknown) {
            let span = named.name.range();
            let similar = most_similar(&lossy(view.of(span.clone())), KNOWN.map(Qualifier::name));
            let draft = findings.at(
                span.clone(),
                format!(
                    "crawlers treat this permission as a prohibition: ACAP has no qualifier {}",
                    view.quote(span.clone())
                ),
            );
            if let Some(similar) = similar {
                draft
                    .help(format!("if you meant `{similar}`, correct the name"))
                    .fix(Fix::risky("correct the name", Edit::replace(span, similar)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-index: / time-limt=3-days\nACAP-allow-preserve: / a=b\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-index: / time-limit=3-days\nACAP-disallow-index: / a=b\n", "ACAP-crawler: *\nACAP-allow-present: / used-resource=/a context=within-frame\n"],
    }
}
