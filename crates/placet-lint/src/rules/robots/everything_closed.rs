//! ## What it finds
//! Files that close the whole site to every crawler without a group of its own.
//!
//! ## Why it matters
//! This may be intended. It is also the robots.txt of many test servers, which goes live by
//! accident: the site then disappears from search results.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! By hand: delete the rule unless this is intended.
//!
//! ## Reference
//! - [RFC 9309 §2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2)

use placet::pattern::Pattern;
use placet::robots::RuleKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::{RuleRow, View};

pub(crate) const RULE: Rule = Rule {
    code: "ROB314",
    name: "everything-closed",
    severity: Severity::Warning,
    source: include_str!("everything_closed.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let global = |group: usize| view.agents_of(group).iter().find(|line| line.is_global());
    let rules = view.rules.iter().filter(|row| view.is_global(row.group));
    let all = closing(view, rules).and_then(|row| Some((row, global(row.group)?)));
    if let Some((all, line)) = all {
        findings
            .at(
                all.rule.record().range(),
                "the whole site is closed to every crawler without a group of its own",
            )
            .also(line.record().range(), "every crawler that no group names")
            .help("delete the rule unless this is intended");
    }
}

/// The rule that closes the whole site, if none of these rules opens a part of it.
pub(super) fn closing<'v, 's>(
    view: &View<'s>,
    rules: impl Iterator<Item = &'v RuleRow<'s>> + Clone,
) -> Option<&'v RuleRow<'s>> {
    let pattern =
        |rule: placet::robots::Rule<'s>| rule.normal_form().map(Pattern::from_normal_form);
    let closes_all = |row: &&RuleRow<'s>| {
        let value = view.of(row.rule.span().range());
        row.rule.kind() == RuleKind::Disallow
            && value.iter().all(|byte| b"/*$".contains(byte))
            && pattern(row.rule).flatten().is_some_and(|it| it.is_everything())
    };
    let all = rules.clone().find(closes_all)?;
    // An allow that can match anything opens something, or its effect is in doubt.
    let opens =
        |row: &RuleRow<'s>| row.rule.kind() == RuleKind::Allow && pattern(row.rule) != Some(None);
    let mut rules = rules;
    (!rules.any(opens)).then_some(all)
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /\n", "User-agent: a\nDisallow:\nUser-agent: *\nDisallow: *\nAllow:\n"],
        silent: ["User-agent: a\nDisallow: /\n", "User-agent: *\nDisallow: /\nAllow: /a\n", "User-agent: *\nDisallow: /a\n"],
    }
}
