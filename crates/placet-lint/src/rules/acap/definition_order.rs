//! ## What it finds
//! Composite usages above the definitions that they use.
//!
//! ## Why it matters
//! A definition must come before any other that uses it. placet reads it anyway; other programs may
//! not.
//!
//! ## Example
//! ```robots
//! ACAP-composite-usage: both (brief) follow
//! ACAP-qualified-usage: brief index time-limit=3-days
//! ACAP-crawler: *
//! ACAP-allow-(both): /
//! ```
//! Write instead:
//! ```robots
//! ACAP-qualified-usage: brief index time-limit=3-days
//! ACAP-composite-usage: both (brief) follow
//! ACAP-crawler: *
//! ACAP-allow-(both): /
//! ```
//!
//! ## Fix
//! By hand: move the definition that is used above the one that uses it.
//!
//! ## Reference
//! - ACAP 1.0 §2.7

use placet::syntax::acap::{Field, UsageName};
use std::collections::HashMap;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA406",
    name: "definition-order",
    severity: Severity::Warning,
    source: include_str!("definition_order.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let key = |name: placet::syntax::Span| view.of(name.range()).to_ascii_lowercase();
    let mut defined = HashMap::new();
    for (row, name) in view.acap().definitions() {
        if !matches!(row.field, Field::ResourceSet { .. }) {
            defined.entry(key(name)).or_insert(name);
        }
    }
    for row in &view.acap().fields {
        let Field::CompositeUsage { usages, .. } = &row.field else { continue };
        for usage in usages {
            let UsageName::Local(name) = usage else { continue };
            let Some(below) = defined.get(&key(*name)).filter(|it| it.start() > name.start())
            else {
                continue;
            };
            findings
                .at(
                    name.range(),
                    "some programs do not know this usage: its definition comes further down",
                )
                .also(below.range(), "defined here")
                .help("move its definition above this line");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-composite-usage: b (a) follow\nACAP-qualified-usage: a index time-limit=3-days\n"],
        silent: ["ACAP-qualified-usage: a index time-limit=3-days\nACAP-composite-usage: b (a) follow\n"],
    }
}
