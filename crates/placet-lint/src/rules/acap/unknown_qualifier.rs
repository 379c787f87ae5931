//! ## What it finds
//! Finds qualifiers that no ACAP document has.
//!
//! ## Why it matters
//! A permission with a qualifier that is not understood is read as a prohibition (ACAP 1.1 §2.4.3).
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
//! Unsafe: offered where a known type is near; the permission is one afterwards.

use placet::condition::Qualifier;
use placet::syntax::acap::Named;

use super::qualified::{dropped, kind, qualified};
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::near::nearest;
use crate::rule::{Check, Rule};
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
            let near = nearest(&lossy(view.of(span.clone())), KNOWN.map(Qualifier::name));
            let draft = findings.at(
                span.clone(),
                "the permission is read as a prohibition: no ACAP document has this qualifier",
            );
            if let Some(near) = near {
                draft
                    .help(format!("`{near}` is near"))
                    .fix(Fix::risky("replace the type", Edit::replace(span, near)));
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
