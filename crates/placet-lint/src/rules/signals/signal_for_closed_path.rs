//! ## What it finds
//! Signals that allow a usage of paths that `Disallow` closes to the same crawlers.
//!
//! ## Why it matters
//! The permission never applies: what a crawler may not crawl, it may not use either.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes, ai-train=yes
//! Disallow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes, ai-train=yes
//! Allow: /
//! ```
//!
//! ## Fix
//! By hand: open the path with `Allow`, or remove the permission.
//!
//! ## Reference
//! - [RFC 9309 §2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2)
//! - [draft-ietf-aipref-attach-05 §3.1](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-attach-05)

use std::collections::HashMap;

use placet::pattern::Pattern;
use placet::robots::{Rule as SiteRule, RuleKind};
use placet::{Agent, AgentPolicy};

use super::table::{crawlers, or_everything};
use crate::finding::{Findings, Severity};
use crate::limits::{GROUPS_ASKED, SIGNALS_COMPARED};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG116",
    name: "signal-for-closed-path",
    severity: Severity::Warning,
    source: include_str!("signal_for_closed_path.rs"),
    check: Check::File(check),
};

/// How many rules of a group are compared with each signal.
const RULES: usize = 256;

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut policies = HashMap::new();
    for row in view.signals().rows.iter().take(SIGNALS_COMPARED) {
        let answers = row.answers();
        let Some((key, _)) = answers.iter().find(|(_, allows)| *allows) else { continue };
        let Some(group) = row.group else { continue };
        let Some(line) = view.agents_of(group).first() else { continue };
        if policies.len() >= GROUPS_ASKED && !policies.contains_key(&group) {
            continue;
        }
        let bot = policies
            .entry(group)
            .or_insert_with(|| view.policy.for_agent(Agent::new(&line.value())));
        let path = row.pattern(view);
        let own = or_everything(path.as_ref());
        let Some(closing) = closing(bot, &own) else { continue };
        let whom = crawlers(view, group);
        findings
            .at(
                row.span.clone(),
                format!(
                    "the permission of `{key}` never applies: line {} closes these URLs to {whom}",
                    closing.line()
                ),
            )
            .also(closing.record().range(), "closes them")
            .help("open the path with `Allow`, or remove the permission");
    }
}

/// The rule that closes every URL of a pattern to a crawler, if one does and none opens any of them.
pub(super) fn closing<'p>(bot: &'p AgentPolicy, own: &Pattern<'_>) -> Option<SiteRule<'p>> {
    let rules = || bot.rules().take(RULES);
    let mut closing = rules().filter(|rule| rule.kind() == RuleKind::Disallow);
    let closing = closing.find(|it| pattern(it).is_some_and(|it| it.covers(own)));
    let opens = |rule: &SiteRule<'_>| {
        rule.kind() == RuleKind::Allow && pattern(rule).is_some_and(|it| it.overlaps(own))
    };
    closing.filter(|_| !rules().any(|rule| opens(&rule)))
}

/// The pattern of a rule, if it matches something.
pub(super) fn pattern<'p>(rule: &SiteRule<'p>) -> Option<Pattern<'p>> {
    rule.normal_form().and_then(Pattern::from_normal_form)
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow: /\n",
            "User-agent: a\nContent-Usage: /p/ train-ai=y\nAllowAITraining: /p/q\nDisallow: /p\nUser-agent: b\nDisallow:\n",
        ],
        silent: [
            "User-agent: *\nContent-Signal: ai-train=no\nDisallow: /\nUser-agent: b\nContent-Signal: search=yes\nDisallow: /\nAllow: /a/\nUser-agent: c\nContent-Usage: train-ai=y\nDisallow: /p\n",
        ],
    }
}
