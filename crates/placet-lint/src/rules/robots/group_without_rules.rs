//! ## What it finds
//! A group at the end of the file that has no rule, and so opens to its crawler what the group for
//! `*` closes.
//!
//! ## Why it matters
//! A crawler that has a group of its own does not read the group for `*`. If its group has no rule,
//! it may crawl everything. The author most likely wanted to add something to the rules for all
//! crawlers, such as a `Crawl-delay`.
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
//!
//! ## Fix
//! By hand: repeat the rules of the group for `*`, or write `Disallow:` if the crawler may crawl
//! everything.
//!
//! ## Reference
//! - [RFC 9309 §2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1)

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
                format!("{name} may crawl `{path}`, which `*` may not: its group has no rule"),
            )
            .also(rule, "closes it only to crawlers without a group of their own")
            .help(format!(
                "repeat the rules of the `*` group here, or write `Disallow:` if {name} may crawl \
                 everything"
            ));
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
