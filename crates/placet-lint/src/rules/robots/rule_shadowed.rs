//! ## What it finds
//! Rules that are never used, because a longer rule of the other kind, or an `Allow` of the same
//! length, matches all of their URLs.
//!
//! ## Why it matters
//! The rule with the longest pattern wins, and `*` counts as a character. `/drafts*` matches what
//! `/drafts` matches and is longer, so it wins. Of rules with equal length, the `Allow` wins.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts
//! Allow: /drafts*
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts
//! Allow: /drafts/public/
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
    code: "ROB303",
    name: "rule-shadowed",
    severity: Severity::Warning,
    source: include_str!("rule_shadowed.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let over = |effect| match effect {
        Effect::Shadowed(over) => Some(over),
        _ => None,
    };
    let message = |_: &RuleRow<'_>, line| {
        format!("this rule is never used: line {line} matches the same URLs and takes precedence")
    };
    report(view, findings, over, message, "takes precedence");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a\nAllow: /a*\n", "User-agent: *\nDisallow: /b\nDisallow: /x.gif$\nAllow: /*.gif****\n"],
        silent: ["User-agent: *\nDisallow: /a\nDisallow: */a\n", "User-agent: *\nDisallow: /a\nAllow: /a*b\n", "User-agent: *\nDisallow: /x.gif$\nAllow: /*.gif\n"],
    }
}
