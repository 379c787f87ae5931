//! ## What it does
//! Finds `User-agent` lines that repeat one of the same group.
//!
//! ## Why is this bad
//! The second has no effect.
//!
//! ## Example
//! ```robots
//! User-agent: a
//! User-agent: b
//! User-agent: a
//! Disallow: /drafts/
//! ```
//! Use instead:
//! ```robots
//! User-agent: a
//! User-agent: b
//! Disallow: /drafts/
//! ```
//!
//! ## Fix safety
//! Safe: the line is removed. Unsafe where it has a comment. Not offered in files with ACAP, where
//! the line can be what ends a record.

use std::collections::HashMap;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "R202",
    name: "agent-repeated",
    severity: Severity::Note,
    source: include_str!("agent_repeated.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for group in 0..view.groups.len() {
        let lines = view.agents_of(group);
        if lines.len() < 2 {
            continue;
        }
        let mut first = HashMap::new();
        for line in lines.iter().filter(|line| !line.span().is_empty()) {
            let before = *first.entry(line.value().to_ascii_lowercase()).or_insert(*line);
            if before.line() != line.line() {
                let whole = view.whole_line(line.line());
                // Behind a field of ACAP it is what lets rules count again (A-06).
                let fix = view.acap().is_empty().then(|| {
                    let safety = view.removal(line.line());
                    Fix::new(safety, "take the line out", Edit::delete(whole))
                });
                findings
                    .at(line.record().range(), "the group names this crawler already")
                    .also(before.record().range(), "here")
                    .fix(fix);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: a\nUser-agent: b\nUser-agent: A\nDisallow: /a\n"],
        silent: ["User-agent: a\nUser-agent: b\nDisallow: /a\nUser-agent: a\nDisallow: /b\n"],
    }
}
