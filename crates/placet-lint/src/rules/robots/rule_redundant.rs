//! ## What it finds
//! Finds rules that change nothing: without them, another rule says the same of all that they match.
//!
//! ## Why it matters
//! It is not wrong, but it hides what the file says. Often the other rule closes more than its
//! author thinks: `/a` also matches `/about`.
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
//! Safe where the other rule is for a folder or file that this one is in (`/drafts/` and
//! `/drafts/old/`): the line is removed, unless it is the last of its group. Unsafe where the other
//! rule may close more than was meant (`/a` and `/about`, `/` and anything, wildcards), where the line
//! has a comment, where something else is odd about either line, and where triplets, letters outside
//! ASCII or odd names make readers differ.

use super::removable::tell;
use crate::effect::Effect;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB304",
    name: "rule-redundant",
    severity: Severity::Note,
    source: include_str!("rule_redundant.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    tell(view, findings, |effect| match effect {
        Effect::Redundant(other) => {
            Some(("changes nothing: another rule says the same", Some((other, "this one"))))
        }
        _ => None,
    });
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a\nDisallow: */a\n", "User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /*.c$\nDisallow: /d/*.c$\n"],
        silent: ["User-agent: *\nDisallow: /a\nAllow: /a*\n", "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n"],
    }
}
