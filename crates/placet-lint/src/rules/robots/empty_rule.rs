//! ## What it finds
//! `Allow` and `Disallow` lines without a pattern in a group with other rules.
//!
//! ## Why it matters
//! An empty pattern matches nothing. Alone in its group, `Disallow:` says that everything is open;
//! next to other rules it has no effect, and an empty `Allow:` never has one.
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
//! Unsafe: removes the line. No decision changes, but `Disallow:` says that nothing is closed,
//! which the other rules contradict, and an `Allow:` lacks its pattern.
//!
//! ## Reference
//! - [RFC 9309 §2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2)

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
        let Some(other) = rules.iter().find(|it| !it.rule.span().is_empty()) else { continue };
        for row in rules.iter().filter(|row| row.rule.span().is_empty()) {
            let whole = view.whole_line(row.rule.line());
            findings
                .at(
                    view.record(row.rule.line()),
                    "this line has no effect: a rule without a pattern matches no URL",
                )
                .also(other.rule.record().range(), "this rule still applies")
                .help("add a path, or delete the line")
                .fix(Fix::risky("remove the line", Edit::delete(whole)));
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
