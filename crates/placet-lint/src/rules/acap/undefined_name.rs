//! ## What it finds
//! Usages and resource sets that the file uses but does not define.
//!
//! ## Why it matters
//! A permission with an undefined name permits nothing, and a prohibition for an undefined resource
//! set closes everything.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ```
//! Write instead:
//! ```robots
//! ACAP-resource-set: drafts /drafts/ /private/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ```
//!
//! ## Fix
//! By hand: define the name above the first record, or correct it.
//!
//! ## Reference
//! - ACAP 1.0 §2.7
//! - [How placet reads it](https://github.com/placet/placet/blob/main/docs/src/law/readings.md)

use std::collections::HashSet;

use placet::syntax::acap::Field;
use placet::syntax::{ProblemKind, Span};

use super::table::set_name;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::{View, lossy};

pub(crate) const RULE: Rule = Rule {
    code: "ACA401",
    name: "undefined-name",
    severity: Severity::Error,
    source: include_str!("undefined_name.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut seen = HashSet::new();
    for problem in view.problems_of(ProblemKind::AcapUndefined) {
        if seen.insert(problem.line()) {
            findings
                .at(
                    view.record(problem.line()),
                    format!("{}: it uses a name that is not defined", effect(view, problem.line())),
                )
                .help("define the name above the first `ACAP-crawler` field, or correct it");
        }
    }
}

/// What the field on a line does as long as its name is not defined (A-29).
fn effect(view: &View<'_>, line: usize) -> &'static str {
    let fields = &view.acap().fields;
    let row = fields.binary_search_by_key(&line, |row| row.line).ok().and_then(|at| fields.get(at));
    let is_set = |pattern: &Span| set_name(&lossy(view.of(pattern.range()))).is_some();
    match row.map(|row| (&row.field, row.patterns())) {
        Some((Field::Permission { allows: true, .. }, _)) => "this field permits nothing",
        Some((Field::Permission { .. }, patterns)) if patterns.iter().any(is_set) => {
            "this field prohibits the usage on the whole site"
        }
        _ => "crawlers cannot apply this field",
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:a\nACAP-allow-(b): /\n"],
        silent: ["ACAP-resource-set: a /a\nACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:A\n"],
    }
}
