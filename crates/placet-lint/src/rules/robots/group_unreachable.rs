//! ## What it finds
//! Groups whose rules no crawler applies.
//!
//! ## Why it matters
//! None of the `User-agent` lines of the group names a crawler: they are empty, or have a `*`
//! inside a name.
//!
//! ## Example
//! ```robots
//! User-agent: *bot
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! By hand: name a crawler, or write `*` alone.
//!
//! ## Reference
//! - [RFC 9309 §2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1)

use crate::effect::sets::token;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB206",
    name: "group-unreachable",
    severity: Severity::Error,
    source: include_str!("group_unreachable.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for group in 0..view.groups.len() {
        let lines = view.agents_of(group);
        let names_none =
            |value: &str| token(value).is_empty() && (value.is_empty() || value.contains('*'));
        let unreachable = lines.iter().all(|line| !line.is_global() && names_none(&line.value()));
        let (Some(first), Some(rule)) = (lines.first(), view.rules_of(group).first()) else {
            continue;
        };
        if unreachable {
            findings
                .at(
                    view.record(first.line()),
                    "no crawler applies the rules below: this group names none",
                )
                .also(rule.rule.record().range(), "no crawler applies this rule")
                .help("name a crawler, or write `*` for every crawler that no group names");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *bot\nUser-agent:\nDisallow: /a\n"],
        silent: ["User-agent: *bot\nUser-agent: a\nDisallow: /a\n", "User-agent: 360Spider\nDisallow: /a\n"],
    }
}
