//! ## What it finds
//! Finds `Disallow` rules whose pattern an `Allow` of the same group has too.
//!
//! ## Why it matters
//! Where both match with equal length the `Allow` wins (RFC 9309 §2.2.2, F-24), so the `Disallow`
//! never decides.
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
//! Unsafe: the two rules contradict each other, and only the author knows which one is meant. The
//! line without effect is removed, unless it is the last of its group.

use super::removable::tell;
use crate::effect::Effect;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB302",
    name: "rule-loses-tie",
    severity: Severity::Warning,
    source: include_str!("rule_loses_tie.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    tell(view, findings, |effect| match effect {
        Effect::LosesTie(allow) => {
            Some(("never decides: an `Allow` of the same pattern wins", Some((allow, "this one"))))
        }
        _ => None,
    });
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a\nAllow: /a\n"],
        silent: ["User-agent: *\nDisallow: /a\nAllow: /a/\n"],
    }
}
