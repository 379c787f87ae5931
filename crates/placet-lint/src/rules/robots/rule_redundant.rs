//! ## What it finds
//! Rules that change nothing: without them, another rule decides the same for all of their URLs.
//!
//! ## Why it matters
//! This is not an error, but the line makes the file harder to understand. Often the other rule
//! closes more than its author intended: `/a` also matches `/about`.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Disallow: /drafts/old/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Safe if the other rule is for a folder or file that contains this one (`/drafts/` and
//! `/drafts/old/`): removes the line, unless it is the last rule of its group. Unsafe if the other
//! rule may close more than intended (`/a` and `/about`, `/` and anything, wildcards), if the line
//! has a comment, if another finding concerns either line, and if parsers differ on the file
//! because of percent-encoding, characters outside ASCII or unusual crawler names.

use placet::robots::RuleKind;

use super::redundancy::report;
use crate::effect::Effect;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::{RuleRow, View};

pub(crate) const RULE: Rule = Rule {
    code: "ROB304",
    name: "rule-redundant",
    severity: Severity::Note,
    source: include_str!("rule_redundant.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let other = |effect| match effect {
        Effect::Redundant(other) => Some(other),
        _ => None,
    };
    let message = |row: &RuleRow<'_>, line| {
        let closes = if row.rule.kind() == RuleKind::Allow { "opens" } else { "closes" };
        format!("this rule changes nothing: line {line} already {closes} these URLs")
    };
    report(view, findings, other, message, "decides the same");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a\nDisallow: */a\n", "User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /*.c$\nDisallow: /d/*.c$\n"],
        silent: ["User-agent: *\nDisallow: /a\nAllow: /a*\n", "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n"],
    }
}
