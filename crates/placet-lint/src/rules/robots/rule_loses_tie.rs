//! ## What it finds
//! `Disallow` rules with the same pattern as an `Allow` rule of the same group.
//!
//! ## Why it matters
//! If an `Allow` and a `Disallow` match with equal length, the `Allow` wins. The `Disallow` closes
//! nothing.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Allow: /drafts/
//! Disallow: /private/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /private/
//! ```
//!
//! ## Fix
//! Unsafe: removes the line without effect, unless it is the last rule of its group. The two rules
//! contradict each other, and only the author knows which one is meant.
//!
//! ## Reference
//! - [RFC 9309 §2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2)

use super::redundancy::report;
use crate::effect::Effect;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::{RuleRow, View};

pub(crate) const RULE: Rule = Rule {
    code: "ROB302",
    name: "rule-loses-tie",
    severity: Severity::Warning,
    source: include_str!("rule_loses_tie.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let allow = |effect| match effect {
        Effect::LosesTie(allow) => Some(allow),
        _ => None,
    };
    let message = |_: &RuleRow<'_>, line| {
        format!(
            "this `Disallow` closes nothing: the `Allow` on line {line} has the same pattern and wins"
        )
    };
    report(view, findings, allow, message, "wins");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a\nAllow: /a\n"],
        silent: ["User-agent: *\nDisallow: /a\nAllow: /a/\n"],
    }
}
