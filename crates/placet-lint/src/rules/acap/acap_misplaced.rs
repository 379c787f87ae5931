//! ## What it finds
//! ACAP definitions and `ACAP-ignore-conventional-records` below the first ACAP record. In a file
//! that declares version 0.2, a definition may be anywhere before the first field that uses it.
//!
//! ## Why it matters
//! Both come before all ACAP records. placet reads a definition further down, but other programs
//! may not; below the first record, placet does not obey `ACAP-ignore-conventional-records`.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ACAP-resource-set: drafts /drafts/ /private/
//! ```
//! Write instead:
//! ```robots
//! ACAP-resource-set: drafts /drafts/ /private/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ```
//!
//! ## Fix
//! By hand: move the line above the first `ACAP-crawler` field.
//!
//! ## Reference
//! - ACAP 1.0 §2.2, §2.7, §2.9.1

use std::collections::HashMap;

use placet::syntax::ProblemKind;
use placet::syntax::acap::Field;

use super::table::{FieldRow, is_of_0_2};
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::{View, lossy};

pub(crate) const RULE: Rule = Rule {
    code: "ACA107",
    name: "acap-misplaced",
    severity: Severity::Warning,
    source: include_str!("acap_misplaced.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    let first = table.records.first().and_then(|record| table.crawlers_of(record).next());
    let first = first.map(|(row, _)| (row.span.clone(), "the first ACAP record"));
    let used = if is_of_0_2(view) { Some(first_uses(view)) } else { None };
    for problem in view.problems_of(ProblemKind::AcapMisplaced) {
        let at = table.fields.partition_point(|row| row.line < problem.line());
        let Some(row) = table.fields.get(at) else { continue };
        let message = if matches!(row.field, Field::IgnoreConventionalRecords) {
            "this line has no effect: it is below the first ACAP record"
        } else {
            "some programs do not know this name: its definition is below the first ACAP record"
        };
        // 0.2 §4.1 requires only that it comes before the records that use it (R-021).
        let is_used_above = |used: &HashMap<_, usize>| {
            let name = definition(view, row);
            name.is_none_or(|name| used.get(&name).is_some_and(|&line| line < row.line))
        };
        if used.as_ref().is_none_or(is_used_above) {
            findings
                .at(view.record(problem.line()), message)
                .also_at(first.clone())
                .help("move the line above the first `ACAP-crawler` field");
        }
    }
}

/// Whether a name is that of a set, and the name.
type Name = (bool, String);

/// The name that a field defines.
fn definition(view: &View<'_>, row: &FieldRow) -> Option<Name> {
    let (is_set, name) = match row.field {
        Field::ResourceSet { name, .. } => (true, name),
        Field::QualifiedUsage { name, .. } | Field::CompositeUsage { name, .. } => (false, name),
        _ => return None,
    };
    Some((is_set, lossy(view.of(name.range())).to_ascii_lowercase()))
}

/// For each name, the line on which the first record or definition that uses it begins.
fn first_uses(view: &View<'_>) -> HashMap<Name, usize> {
    let table = view.acap();
    let mut first = HashMap::new();
    for (row, name) in table.uses(view) {
        let record = row.record.and_then(|at| table.records.get(at));
        let begins = record.and_then(|record| table.crawlers_of(record).next());
        first.entry(name).or_insert(begins.map_or(row.line, |(begins, _)| begins.line));
    }
    first
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["##ACAP version=0.2\nACAP-crawler: *\nACAP-disallow-crawl: acap:resource-set:b\nACAP-resource-set: b /b\nACAP-ignore-conventional-records\n", "ACAP-crawler: *\nACAP-disallow-crawl: /a\nACAP-resource-set: b /b\nACAP-ignore-conventional-records\n"],
        silent: ["##ACAP version=0.2\nACAP-crawler: a\nACAP-disallow-crawl: /a\nACAP-resource-set: b /b\nACAP-crawler: c\nACAP-disallow-crawl: acap:resource-set:b\n", "ACAP-ignore-conventional-records\nACAP-resource-set: b /b\nACAP-crawler: *\nACAP-disallow-crawl: /a\n"],
    }
}
