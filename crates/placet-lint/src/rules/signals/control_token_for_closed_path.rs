//! ## What it finds
//! Rules in a group for `Google-Extended` or `Applebot-Extended` about URLs that the crawlers which these
//! names control may not crawl.
//!
//! ## Why it matters
//! These names never crawl: they control what Google and Apple do with what Googlebot and Applebot
//! fetched. A URL that the crawler may not fetch is not used in any case, so that a `Disallow` changes
//! nothing, and an `Allow` does not open it.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /archive/
//!
//! User-agent: Google-Extended
//! Allow: /archive/
//! Disallow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//!
//! User-agent: Google-Extended
//! Allow: /archive/
//! Disallow: /
//! ```
//!
//! ## Fix
//! By hand: remove the rule, or open the URLs to the crawler.
//!
//! ## Reference
//! - [Google's crawlers](https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers)
//! - [About Applebot](https://support.apple.com/119829)

use placet::robots::RuleKind;
use placet::signals::Family;
use placet::{Agent, AgentPolicy};

use super::signal_for_closed_path::{closing, pattern};
use crate::finding::{Findings, Severity};
use crate::limits::{GROUPS_ASKED, SIGNALS_COMPARED};
use crate::rule::{Check, Rule};
use crate::subject::Kind;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG121",
    name: "control-token-for-closed-path",
    severity: Severity::Note,
    source: include_str!("control_token_for_closed_path.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.kind != Kind::Robots || !view.reads(Family::ControlToken) {
        return;
    }
    let mut compared = 0;
    for group in (0..view.groups.len()).take(GROUPS_ASKED) {
        let Some(bots) = controlled(view, group) else { continue };
        for row in view.rules_of(group) {
            compared += 1;
            if compared > SIGNALS_COMPARED {
                return;
            }
            let Some(own) = pattern(&row.rule) else { continue };
            let example = own.example();
            let by = |bot: &AgentPolicy| closing(bot, &own).map(|it| (it.line(), it.record()));
            // ACAP can open what a rule closes.
            let is_closed = |bot: &AgentPolicy| !bot.allows(&example).unwrap_or(true);
            let mut found = bots.iter().map(|bot| by(bot).filter(|_| is_closed(bot)));
            let Some(Some((line, record))) = found.next() else { continue };
            if found.any(|it| it.is_none()) {
                continue;
            }
            let crawler = bots.first().map_or("the crawler", |bot| bot.agent().name());
            let message = match row.rule.kind() {
                RuleKind::Allow => "opens nothing",
                RuleKind::Disallow => "has no effect",
            };
            findings
                .at(
                    row.rule.record().range(),
                    format!("this rule {message}: line {line} closes these URLs to `{crawler}`"),
                )
                .also(record.range(), "closes them")
                .help(format!("remove the rule, or open the URLs to `{crawler}`"));
        }
    }
}

/// The crawlers that the names of a group control; `None` if one of the names crawls.
fn controlled(view: &View<'_>, group: usize) -> Option<Vec<AgentPolicy>> {
    let mut bots = Vec::new();
    for line in view.agents_of(group) {
        let token = placet_crawlers::known(&line.value()).filter(|it| it.is_control_token())?;
        bots.extend(token.controls.iter().map(|bot| view.policy.for_agent(Agent::new(bot))));
    }
    Some(bots).filter(|bots| !bots.is_empty())
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nDisallow: /a\n\nUser-agent: Google-Extended\nUser-agent: Applebot-Extended\nDisallow: /a/b\nDisallow: /c\n",
            "User-agent: applebot\nDisallow: /\n\nUser-agent: applebot-extended\nAllow: /x\n",
        ],
        silent: [
            "User-agent: *\nDisallow: /a/\n\nUser-agent: Google-Extended\nDisallow: /a\nDisallow: /\n",
            "User-agent: Googlebot\nDisallow: /a\n\nUser-agent: Google-Extended\nUser-agent: GPTBot\nDisallow: /a\n",
            "User-agent: Googlebot\nDisallow: /a\n\nUser-agent: Googlebot-Image\nAllow: /\n\nUser-agent: Google-Extended\nDisallow: /a\n",
            "User-agent: *\nDisallow: /a\nAllow: /a/b\n\nUser-agent: Google-Extended\nDisallow: /a\n",
        ],
    }
}
