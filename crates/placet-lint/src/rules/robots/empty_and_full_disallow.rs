//! ## What it finds
//! Finds an empty `Disallow:` beside one that closes everything.
//!
//! ## Why it matters
//! An empty `Disallow:` closes nothing, and opens nothing either (RFC 9309 §2.2.2, F-25): the
//! other one holds.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow:
//! Disallow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /
//! ```

use placet::robots::RuleKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB306",
    name: "empty-and-full-disallow",
    severity: Severity::Warning,
    source: include_str!("empty_and_full_disallow.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for group in 0..view.groups.len() {
        let closing = |pattern: &[u8]| {
            let mut rules = view.rules_of(group).iter();
            rules.find(|row| {
                let span = row.rule.span();
                row.rule.kind() == RuleKind::Disallow
                    && span.len() == pattern.len()
                    && view.of(span.range()) == pattern
            })
        };
        let (Some(nothing), Some(all)) = (closing(b""), closing(b"/")) else { continue };
        findings
            .at(view.record(nothing.rule.line()), "an empty `Disallow` opens nothing")
            .also(all.rule.record().range(), "this closes everything");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow:\nDisallow: /\n"],
        silent: ["User-agent: *\nDisallow:\nUser-agent: a\nDisallow: /\n", "User-agent: *\nAllow:\nDisallow: /\n"],
    }
}
