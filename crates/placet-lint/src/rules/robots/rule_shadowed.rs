//! ## What it finds
//! Finds rules that never decide, because a longer rule of the other kind, or an `Allow` as long,
//! matches all that they match.
//!
//! ## Why it matters
//! The rule with the most bytes wins (RFC 9309 §2.2.2, F-23), wildcards counted. `/drafts*` matches
//! what `/drafts` matches and is longer, so that goes first. So does an `Allow` of equal length (F-24).
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
//! Unsafe: the two rules contradict each other, and only the author knows which one is meant. The
//! line without effect is removed, unless it is the last of its group.

use super::removable::tell;
use crate::effect::Effect;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB303",
    name: "rule-shadowed",
    severity: Severity::Warning,
    source: include_str!("rule_shadowed.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    tell(view, findings, |effect| match effect {
        Effect::Shadowed(over) => Some((
            "never decides: one that goes before it matches all that it matches",
            Some((over, "this one")),
        )),
        _ => None,
    });
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a\nAllow: /a*\n", "User-agent: *\nDisallow: /b\nDisallow: /x.gif$\nAllow: /*.gif****\n"],
        silent: ["User-agent: *\nDisallow: /a\nDisallow: */a\n", "User-agent: *\nDisallow: /a\nAllow: /a*b\n", "User-agent: *\nDisallow: /x.gif$\nAllow: /*.gif\n"],
    }
}
