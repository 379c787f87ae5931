//! ## What it finds
//! Finds definitions that define nothing: a usage without qualifiers, or one that ACAP does not have;
//! a composite without parts; a set without patterns.
//!
//! ## Why it matters
//! A qualified usage has at least one qualifier, a composite a usage, a set a pattern (R-110, R-111,
//! R-114).
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
            Field::QualifiedUsage { usage: None, .. } => "the definition names no usage",
            Field::QualifiedUsage { usage: Some(usage), .. }
                if standard(view, *usage).is_none() =>
            {
                "only a standard usage can be qualified"
            }
            Field::QualifiedUsage { qualifiers, .. } if qualifiers.is_empty() => {
                "the definition has no qualifier"
            }
            Field::CompositeUsage { usages, .. } if usages.is_empty() => {
                "the definition has no usage"
            }
            Field::CompositeUsage { usages, .. }
                if usages.iter().any(|usage| is_unknown(view, *usage)) =>
            {
                "no ACAP document has a usage that stands in the definition"
            }
            Field::ResourceSet { patterns, .. } if patterns.is_empty() => {
                "the definition has no pattern"
            }
            _ => continue,
        };
        findings.at(row.span.clone(), missing);
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
