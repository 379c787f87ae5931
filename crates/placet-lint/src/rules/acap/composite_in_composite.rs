//! ## What it finds
//! Composite usages that contain another composite usage.
//!
//! ## Why it matters
//! A composite usage consists of standard and qualified usages. Crawlers leave out the inner
//! composite usage, so a permission permits less than it says.
//!
//! ## Example
//! ```robots
//! ACAP-composite-usage: inner crawl index
//! ACAP-composite-usage: outer (inner) follow
//! ACAP-crawler: *
//! ACAP-allow-(outer): /
//! ```
//! Write instead:
//! ```robots
//! ACAP-composite-usage: outer crawl index follow
//! ACAP-crawler: *
//! ACAP-allow-(outer): /
//! ```
//!
//! ## Fix
//! By hand: write the usages of the inner one in its place.
//!
//! ## Reference
//! - ACAP 1.0 §2.7.2

use placet::syntax::acap::{Field, UsageName};
use std::collections::HashMap;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA405",
    name: "composite-in-composite",
    severity: Severity::Error,
    source: include_str!("composite_in_composite.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let composites = || {
        view.acap().fields.iter().filter_map(|row| match &row.field {
            Field::CompositeUsage { name, usages } => Some((*name, usages)),
            _ => None,
        })
    };
    let key = |name: placet::syntax::Span| view.of(name.range()).to_ascii_lowercase();
    let defined: HashMap<_, _> = composites().map(|(name, _)| (key(name), name)).collect();
    for (_, usages) in composites() {
        for usage in usages {
            let UsageName::Local(name) = usage else { continue };
            if let Some(inner) = defined.get(&key(*name)) {
                findings
                    .at(
                        name.range(),
                        "crawlers leave out this usage: a composite usage cannot contain another one",
                    )
                    .also(inner.range(), "a composite usage")
                    .help("write the usages of the inner one in its place");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-composite-usage: a crawl index\nACAP-composite-usage: b (A) follow\n"],
        silent: ["ACAP-qualified-usage: a index time-limit=3-days\nACAP-composite-usage: b (a) follow\n"],
    }
}
