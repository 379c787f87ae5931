//! ## What it finds
//! Rules that are repeated in what a crawler reads as one group.
//!
//! ## Why it matters
//! The second rule has no effect. Editing only one of the two may change nothing.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Disallow: /private/
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Disallow: /private/
//! ```
//!
//! ## Fix
//! Safe: removes the line, unless it is the last rule of its group. Unsafe if the line has a
//! comment, if another finding concerns either line, and if parsers differ on the file because of
//! percent-encoding, characters outside ASCII or unusual crawler names.

use super::redundancy::report;
use crate::effect::Effect;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::{RuleRow, View};

pub(crate) const RULE: Rule = Rule {
    code: "ROB301",
    name: "duplicate-rule",
    severity: Severity::Note,
    source: include_str!("duplicate_rule.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let first = |effect| match effect {
        Effect::Duplicate(first) => Some(first),
        _ => None,
    };
    let message = |_: &RuleRow<'_>, line| {
        format!("this rule has no effect: line {line} already has the same rule")
    };
    report(view, findings, first, message, "the same rule");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /a\n", "User-agent: a\nDisallow: /%7Ea\nUser-agent: a\nDisallow: /~a\n"],
        silent: ["User-agent: a\nDisallow: /a\nDisallow: /A\nUser-agent: b\nDisallow: /a\nAllow: /b\n"],
    }
}
