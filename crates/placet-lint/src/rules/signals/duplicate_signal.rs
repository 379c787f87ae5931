//! ## What it finds
//! Signals that one group contains twice.
//!
//! ## Why it matters
//! The second record has no effect. Editing only one of the two may change nothing.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Signal: ai-train=no
//! Disallow: /drafts/
//! Content-Signal: ai-train=no
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Signal: ai-train=no
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Safe: removes the second record. Unsafe if it has a comment, and if Google's parser finds other lines
//! in the file.

use std::collections::HashMap;

use placet::syntax::robots::Key;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG119",
    name: "duplicate-signal",
    severity: Severity::Note,
    source: include_str!("duplicate_signal.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut seen: HashMap<(Key, usize, &[u8]), usize> = HashMap::new();
    for row in &view.signals().rows {
        let Some(group) = row.group else { continue };
        let start = row.path.as_ref().map_or(row.statement.start, |path| path.start);
        let value = view.of(start..row.statement.end);
        if value.is_empty() {
            continue;
        }
        let first = *seen.entry((row.key, group, value)).or_insert(row.line);
        if first == row.line {
            continue;
        }
        findings
            .at(
                row.span.clone(),
                format!("this record has no effect: line {first} already has the same one"),
            )
            .also(view.record(first), "the same record")
            .fix(Fix::new(
                view.removal(row.line),
                "remove the record",
                Edit::delete(view.whole_line(row.line)),
            ));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Signal: ai-train=no\nDisallow: /a\nContent-Signal: ai-train=no\n",
            "User-agent: *\nLicense: https://a.example/l\nLicense: https://a.example/l # x\n",
        ],
        silent: [
            "User-agent: *\nContent-Signal: ai-train=no\nContent-Signal: /a ai-train=no\nAllow: /\nUser-agent: b\nContent-Signal: ai-train=no\n",
        ],
    }
}
