//! ## What it finds
//! An empty `Disallow:` in a group that also closes everything.
//!
//! ## Why it matters
//! An empty `Disallow:` closes nothing, but it does not open anything either: the other rule
//! applies and the whole site is closed.
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
//!
//! ## Fix
//! By hand: delete the line that is not meant.
//!
//! ## Reference
//! - [RFC 9309 §2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2)

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
            .at(
                view.record(nothing.rule.line()),
                format!(
                    "this empty `Disallow` opens nothing: line {} closes the whole site",
                    all.rule.line()
                ),
            )
            .also(all.rule.record().range(), "closes everything")
            .help("delete the line that is not meant");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow:\nDisallow: /\n"],
        silent: ["User-agent: *\nDisallow:\nUser-agent: a\nDisallow: /\n", "User-agent: *\nAllow:\nDisallow: /\n"],
    }
}
