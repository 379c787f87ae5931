//! ## What it finds
//! Definitions that define nothing: a qualified usage without a qualifier or of an unknown usage, a
//! composite usage without a usage, a resource set without a pattern.
//!
//! ## Why it matters
//! Fields that use the name do not do what they say: a permission permits nothing, and a
//! prohibition for a resource set closes everything.
//!
//! ## Example
//! ```robots
//! ACAP-qualified-usage: brief index
//! ACAP-crawler: *
//! ACAP-allow-(brief): /
//! ```
//! Write instead:
//! ```robots
//! ACAP-qualified-usage: brief index time-limit=3-days
//! ACAP-crawler: *
//! ACAP-allow-(brief): /
//! ```
//!
//! ## Fix
//! By hand: complete the definition.
//!
//! ## Reference
//! - ACAP 1.0 §2.7.1 to §2.7.3

use placet::syntax::acap::{Field, UsageName};

use super::table::standard;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA403",
    name: "definition-empty",
    severity: Severity::Error,
    source: include_str!("definition_empty.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in &view.acap().fields {
        let missing = match &row.field {
            Field::QualifiedUsage { usage: None, .. } => "it names no usage",
            Field::QualifiedUsage { usage: Some(usage), .. }
                if standard(view, *usage).is_none() =>
            {
                "it names a usage that ACAP does not define"
            }
            Field::QualifiedUsage { qualifiers, .. } if qualifiers.is_empty() => {
                "it has no qualifier"
            }
            Field::CompositeUsage { usages, .. } if usages.is_empty() => "it names no usage",
            Field::CompositeUsage { usages, .. }
                if usages.iter().any(|usage| is_unknown(view, *usage)) =>
            {
                "it names a usage that ACAP does not define"
            }
            Field::ResourceSet { patterns, .. } if patterns.is_empty() => "it has no pattern",
            _ => continue,
        };
        findings
            .at(row.span.clone(), format!("fields cannot use this definition: {missing}"))
            .help("complete the definition");
    }
}

fn is_unknown(view: &View<'_>, usage: UsageName) -> bool {
    matches!(usage, UsageName::Standard(name) if standard(view, name).is_none())
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-qualified-usage: a index\nACAP-qualified-usage: b frob time-limit=3-days\nACAP-composite-usage: c\nACAP-composite-usage: e frob\nACAP-resource-set: d\n"],
        silent: ["ACAP-qualified-usage: a index time-limit=3-days\nACAP-composite-usage: c crawl (a)\nACAP-resource-set: d /\n"],
    }
}
