//! ## What it does
//! Finds definitions that nothing in the file uses. A file that refers to others is left alone, because
//! they may.
//!
//! ## Why is this bad
//! Most likely the fields that used it have gone, or misspell its name.
//!
//! ## Example
//! ```robots
//! ACAP-resource-set: drafts /drafts/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```
//! Use instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```

use placet::syntax::acap::{Field, UsageName};
use std::collections::HashSet;

use super::table::set_name;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;
use crate::view::lossy;

pub(crate) const RULE: Rule = Rule {
    code: "A407",
    name: "definition-unused",
    severity: Severity::Note,
    source: include_str!("definition_unused.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    if table.fields.iter().any(|row| matches!(row.field, Field::PermissionsReference(_))) {
        return;
    }
    let mut used = HashSet::new();
    let mut usage = |usage: &UsageName| {
        if let UsageName::Local(name) = usage {
            used.insert((false, lossy(view.of(name.range())).to_ascii_lowercase()));
        }
    };
    for row in &table.fields {
        match &row.field {
            Field::Permission { usage: name, .. } => usage(name),
            Field::CompositeUsage { usages, .. } => usages.iter().for_each(&mut usage),
            _ => {}
        }
    }
    for resource in table.permissions().flat_map(|it| it.resources) {
        if let Some((_, name)) = set_name(&lossy(view.of(resource.range()))) {
            used.insert((true, name.to_ascii_lowercase()));
        }
    }
    for (row, name) in table.definitions().filter(|(_, name)| !name.is_empty()) {
        let is_set = matches!(row.field, Field::ResourceSet { .. });
        if !used.contains(&(is_set, lossy(view.of(name.range())).to_ascii_lowercase())) {
            findings.at(name.range(), "nothing in the file uses this name");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-resource-set: a /a\nACAP-qualified-usage: b index time-limit=3-days\nACAP-crawler: *\nACAP-allow-index: /\n"],
        silent: ["ACAP-resource-set: a /a\nACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:A\n"],
    }
}
