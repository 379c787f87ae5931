//! ## What it finds
//! Groups without rules of the `*` group that other groups of the same file repeat.
//!
//! ## Why it matters
//! A crawler that has a group of its own does not read the group for `*`: groups inherit nothing.
//! The author repeated the rules for all crawlers in some groups and most likely forgot them in
//! this one.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Disallow: /private/
//!
//! User-agent: a
//! Disallow: /drafts/
//! Disallow: /private/
//! Disallow: /a/
//!
//! User-agent: b
//! Disallow: /b/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Disallow: /private/
//!
//! User-agent: a
//! Disallow: /drafts/
//! Disallow: /private/
//! Disallow: /a/
//!
//! User-agent: b
//! Disallow: /drafts/
//! Disallow: /private/
//! Disallow: /b/
//! ```
//!
//! ## Fix
//! By hand: repeat the rules of the group for `*`.
//!
//! ## Reference
//! - [RFC 9309 §2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1)

use placet::pattern::Pattern;
use placet::robots::RuleKind;
use placet::{Agent, AgentPolicy, Target};
use std::ops::Range;

use crate::finding::{Findings, Severity};
use crate::limits::GROUPS_ASKED;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB207",
    name: "group-omits-star-rules",
    severity: Severity::Warning,
    source: include_str!("group_omits_star_rules.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    // One for `*`, one that repeats its rules and one that does not.
    if view.groups.len() < 3 {
        return;
    }
    let groups = || (0..view.groups.len()).filter(|&group| !view.is_global(group));
    let globals = (0..view.groups.len()).filter(|&group| view.is_global(group));
    let star = in_order(globals.flat_map(|group| closed(view, group)));
    // One repeated rule may be a coincidence.
    if star.len() < 2 {
        return;
    }
    let repeats = |group: usize| {
        view.rules_of(group).len() >= star.len() && {
            let is_of_star = |it: &&[u8]| star.binary_search(it).is_ok();
            in_order(closed(view, group).filter(is_of_star)).len() == star.len()
        }
    };
    let Some(model) = groups().find(|&group| repeats(group)) else { return };
    let all = view.policy.for_agent(Agent::new("*"));
    for group in
        groups().filter(|&group| may_forget(view, group) && !repeats(group)).take(GROUPS_ASKED)
    {
        let Some(line) = view.agents_of(group).first() else { continue };
        let Some((path, rule)) = opened(view, &all, &line.value()) else { continue };
        let Some(other) = view.agents_of(model).first() else { continue };
        let name = view.quote(line.span().range());
        findings
            .at(
                line.record().range(),
                format!("{name} may crawl `{path}`, which `*` may not: its group omits that rule"),
            )
            .also(rule, "closes it only to crawlers without a group of their own")
            .also(other.record().range(), "this group repeats the rules of the `*` group")
            .help(format!("repeat the rules of the `*` group that are also meant for {name}"));
    }
}

/// Patterns, sorted and without duplicates.
fn in_order<'s>(patterns: impl Iterator<Item = &'s [u8]>) -> Vec<&'s [u8]> {
    let mut patterns: Vec<&[u8]> = patterns.collect();
    patterns.sort_unstable();
    patterns.dedup();
    patterns
}

/// Whether the author of a group may have forgotten rules. A group that says `Disallow:`, or closes
/// everything, is complete.
fn may_forget(view: &View<'_>, group: usize) -> bool {
    let rules = view.rules_of(group);
    let is_complete = |rule: &placet::robots::Rule<'_>| {
        matches!(view.of(rule.span().range()), b"" | b"/" | b"*" | b"/*")
    };
    !rules.is_empty() && !rules.iter().any(|row| is_complete(&row.rule))
}

/// The patterns that a group closes.
fn closed<'s>(view: &View<'s>, group: usize) -> impl Iterator<Item = &'s [u8]> {
    let rules = view.rules_of(group).iter().filter(|row| row.rule.kind() == RuleKind::Disallow);
    rules.filter_map(|row| row.rule.normal_form()).filter(|it| !it.is_empty())
}

/// A path that is closed to crawlers without a group of their own and open to this one, and the
/// rule that closes it.
pub(super) fn opened(
    view: &View<'_>,
    all: &AgentPolicy,
    name: &str,
) -> Option<(String, Range<usize>)> {
    let this = view.policy.for_agent(Agent::new(name));
    let rules = view.rules.iter().filter(|row| view.is_global(row.group));
    for row in rules.filter(|row| row.rule.kind() == RuleKind::Disallow).take(64) {
        let pattern = row.rule.normal_form().and_then(Pattern::from_normal_form);
        let Some(path) = pattern.map(|it| it.example()) else { continue };
        let Ok(target) = Target::new(&path, view.policy.profile()) else { continue };
        if !all.verdict(&target).is_permit() && this.verdict(&target).is_permit() {
            return Some((path, row.rule.record().range()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nDisallow: /a\nDisallow: /b\nUser-agent: c\nDisallow: /a\nDisallow: /b\nUser-agent: d\nDisallow: /d\n",
        ],
        silent: [
            "User-agent: *\nDisallow: /a\nDisallow: /b\nUser-agent: d\nDisallow: /d\nUser-agent: e\nDisallow: /e\n",
            "User-agent: *\nDisallow: /a\nDisallow: /b\nUser-agent: c\nDisallow: /a\nDisallow: /b\nUser-agent: d\nDisallow:\n",
        ],
    }
}
