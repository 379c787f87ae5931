//! ## What it finds
//! Finds `Allow` and `Disallow` lines without a pattern beside others that have one.
//!
//! ## Why it matters
//! An empty pattern matches nothing (RFC 9309 §2.2.2, F-25). Alone in its group `Disallow:` says that
//! all is open; beside other rules it says nothing, and `Allow:` never does.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Allow:
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: no answer changes, but `Disallow:` says that nothing is closed, which the other rules
//! contradict, and from `Allow:` something is missing. The line is removed.

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB307",
    name: "empty-rule",
    severity: Severity::Note,
    source: include_str!("empty_rule.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for group in 0..view.groups.len() {
        let rules = view.rules_of(group);
        let Some(beside) = rules.iter().find(|it| !it.rule.span().is_empty()) else { continue };
        for row in rules.iter().filter(|row| row.rule.span().is_empty()) {
            let whole = view.whole_line(row.rule.line());
            findings
                .at(view.record(row.rule.line()), "a rule without a pattern matches nothing")
                .also(beside.rule.record().range(), "stays in force")
                .fix(Fix::risky("take the line out", Edit::delete(whole)));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nAllow:\nDisallow: /a\nDisallow: # all\n"],
        silent: ["User-agent: *\nDisallow:\nUser-agent: a\nDisallow: /a\n"],
    }
}
