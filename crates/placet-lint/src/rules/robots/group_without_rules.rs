//! ## What it finds
//! Finds a last group that has no rule and yet hides the rules for `*`.
//!
//! ## Why it matters
//! A group that names a crawler takes the place of `*` for it, even where it has no rule at all: then
//! everything is open to it (RFC 9309 §2.2.1, F-14). Its author most likely meant to add to the rules
//! for all, a `Crawl-delay` for instance.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//!
//! User-agent: Bingbot
//! Crawl-delay: 10
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//!
//! User-agent: Bingbot
//! Crawl-delay: 10
//! Disallow: /drafts/
//! ```

use placet::Agent;

use super::group_omits_star_rules::opened;
use crate::finding::{Findings, Severity};
use crate::limits::GROUPS_ASKED;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB203",
    name: "group-without-rules",
    severity: Severity::Warning,
    source: include_str!("group_without_rules.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(last) = view.groups.len().checked_sub(1) else { return };
    if !view.rules_of(last).is_empty() {
        return;
    }
    let asked = || view.agents_of(last).iter().filter(|line| !line.is_global()).take(GROUPS_ASKED);
    let all = view.policy.for_agent(Agent::new("*"));
    let found = asked().find_map(|line| Some((line, opened(view, &all, &line.value())?)));
    if let Some((line, (path, rule))) = found {
        let name = view.quote(line.span().range());
        findings
            .at(
                line.record().range(),
                format!("the group has no rule, so {name} may crawl what `*` may not: `{path}`"),
            )
            .also(rule, "closed to all others")
            .help("repeat the rules that are for it too, or write `Disallow:` where none is");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a\nUser-agent: b\nCrawl-delay: 1\n"],
        silent: [
            "User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow:\n",
            "User-agent: *\nDisallow:\nUser-agent: b\n",
            "User-agent: b\nDisallow: /\nUser-agent: *\nDisallow: /a\nUser-agent: b\n",
        ],
    }
}
