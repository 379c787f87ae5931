//! ## What it finds
//! Finds rules that stand a second time in what a crawler reads as one group.
//!
//! ## Why it matters
//! The second has no effect; who changes one of the two changes nothing.
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
//! Safe: the line is removed, unless it is the last of its group. Unsafe where the line has a
//! comment, where something else is odd about either line, and where triplets, letters outside ASCII
//! or odd names make readers differ.

use super::removable::tell;
use crate::effect::Effect;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB301",
    name: "duplicate-rule",
    severity: Severity::Note,
    source: include_str!("duplicate_rule.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    tell(view, findings, |effect| match effect {
        Effect::Duplicate(first) => Some(("the same rule stands above", Some((first, "here")))),
        _ => None,
    });
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /a\n", "User-agent: a\nDisallow: /%7Ea\nUser-agent: a\nDisallow: /~a\n"],
        silent: ["User-agent: a\nDisallow: /a\nDisallow: /A\nUser-agent: b\nDisallow: /a\nAllow: /b\n"],
    }
}
