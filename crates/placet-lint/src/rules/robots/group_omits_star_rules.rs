//! ## What it finds
//! Finds groups that leave out rules of the `*` group which other groups of the same file repeat.
//!
//! ## Why it matters
//! A group that names a crawler takes the place of `*` for it (RFC 9309 §2.2.1, F-13): nothing is
//! inherited. Who repeats the rules for all in some groups knows that, and most likely forgot them
//! here.
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
    // One for all, one that repeats it and one that does not.
    if view.groups.len() < 3 {
        return;
    }
    let groups = || (0..view.groups.len()).filter(|&group| !view.is_global(group));
    let globals = (0..view.groups.len()).filter(|&group| view.is_global(group));
    let star = in_order(globals.flat_map(|group| closed(view, group)));
    // Two of them are no accident.
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
        findings
            .at(
                line.record().range(),
                format!("{} may crawl what `*` may not: `{path}`", view.quote(line.span().range())),
            )
            .also(rule, "does not apply to a crawler that a group names")
            .also(other.record().range(), "this group repeats the rules for `*`")
            .help("repeat the rules that are for it too");
    }
}

/// Patterns in their order, each once.
fn in_order<'s>(patterns: impl Iterator<Item = &'s [u8]>) -> Vec<&'s [u8]> {
    let mut patterns: Vec<&[u8]> = patterns.collect();
    patterns.sort_unstable();
    patterns.dedup();
    patterns
}

/// Whether a group has rules of which none tells that its author thought of everything: one that
/// says `Disallow:`, or closes all, means what it says.
fn may_forget(view: &View<'_>, group: usize) -> bool {
    let rules = view.rules_of(group);
    let decided = |rule: &placet::robots::Rule<'_>| {
        matches!(view.of(rule.span().range()), b"" | b"/" | b"*" | b"/*")
    };
    !rules.is_empty() && !rules.iter().any(|row| decided(&row.rule))
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
