//! ## What it does
//! Finds prohibitions on patterns that begin with `*` beside a permission of a pattern that begins
//! with `/`, for the same usage in the same record.
//!
//! ## Why is this bad
//! By the letter of ACAP 1.0 §2.4.5 the patterns are compared from the left, and `/` is narrower than
//! `*`: the permission wins, and the prohibition is void (R-066). placet reads `*.pdf` as `/*.pdf`
//! (A-15), which others may not.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: /
//! ACAP-disallow-index: *.pdf
//! ```
//! Use instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: /
//! ACAP-disallow-index: /*.pdf
//! ```
//!
//! ## Fix safety
//! Safe: the `/` is put where it is read.

use std::collections::HashMap;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "A317",
    name: "star-defeated",
    severity: Severity::Warning,
    source: include_str!("star_defeated.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    let mut rooted = HashMap::new();
    for it in table.permissions().filter(|it| it.allows && it.row.record.is_some()) {
        let first = it.resources.first();
        if first.is_some_and(|it| view.of(it.range()).starts_with(b"/")) {
            rooted.entry((it.row.record, it.usage(view))).or_insert(it.row);
        }
    }
    for it in table.permissions().filter(|it| !it.allows) {
        let starred = it.resources.iter().find(|it| view.of(it.range()).starts_with(b"*"));
        let Some((first, usage)) = starred.zip(it.usage(view)) else { continue };
        let Some(against) = rooted.get(&(it.row.record, Some(usage))) else { continue };
        findings
            .at(
                first.range(),
                "by the letter of ACAP a pattern that begins with `/` is narrower than this one",
            )
            .also(against.span.clone(), "so this permission wins")
            .fix(Fix::safe("begin it with `/`", Edit::insert(first.start(), "/")));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-index: /\nACAP-disallow-index: *.pdf\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-index: /\nACAP-disallow-index: /*.pdf\nACAP-disallow-crawl: *.gif\n"],
    }
}
