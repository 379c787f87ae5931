//! ## What it does
//! Finds a usage that one record permits and prohibits on the same pattern.
//!
//! ## Why is this bad
//! Neither pattern is the narrower, so the usage is prohibited (R-067, A-16): the permission is void.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: /news/
//! ACAP-disallow-index: /news/
//! ```
//! Use instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: /news/
//! ```

use std::collections::HashMap;

use super::table::folded;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "A319",
    name: "acap-contradiction",
    severity: Severity::Warning,
    source: include_str!("acap_contradiction.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut first = HashMap::new();
    for it in view.acap().permissions().filter(|it| !it.row.in_sub_record) {
        let (Some(record), Some(usage), [resource]) = (it.row.record, it.usage(view), it.resources)
        else {
            continue;
        };
        let Some(pattern) = folded(view, *resource) else { continue };
        let before = first.entry((record, usage, pattern)).or_insert(it);
        if before.allows != it.allows {
            findings
                .at(
                    it.row.span.clone(),
                    format!("`{usage}` is permitted and prohibited here, so it is prohibited"),
                )
                .also(before.row.span.clone(), "says otherwise");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-index: /a\nACAP-disallow-index: /A\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-index: /a\nACAP-disallow-index: /a/\nACAP-disallow-crawl: /a\n"],
    }
}
