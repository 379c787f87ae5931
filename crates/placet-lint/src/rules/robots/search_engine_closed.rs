//! ## What it finds
//! A whole site that is closed to one major search engine and open to the others.
//!
//! ## Why it matters
//! The search engine can crawl nothing, and in time it lists nothing of the site. This may be
//! intended. It also happens when a test rule stays in the file, or when a `Crawl-delay` for that
//! search engine shares a group with the rules for another crawler.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//!
//! User-agent: bingbot
//! Disallow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! By hand: delete the group unless this is intended.

use std::collections::HashSet;

use placet_crawlers::{KnownCrawler, crawlers};

use super::everything_closed::closing;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::{RuleRow, View};

pub(crate) const RULE: Rule = Rule {
    code: "ROB208",
    name: "search-engine-closed",
    severity: Severity::Warning,
    source: include_str!("search_engine_closed.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    // Another rule reports a site that is closed to all crawlers.
    let global = view.rules.iter().filter(|row| view.is_global(row.group));
    if closing(view, global).is_some() {
        return;
    }
    let engines = crawlers().iter().filter(|it| it.major_search);
    let mut closed = engines.filter_map(|engine| Some((engine, closed_to(view, engine)?)));
    let Some((engine, row)) = closed.next() else { return };
    if closed.any(|(other, _)| other.operator != engine.operator) {
        return;
    }
    let KnownCrawler { token, operator, .. } = engine;
    let message = format!(
        "{operator}'s search cannot list this site: `{token}` may crawl nothing, while other search \
         engines may"
    );
    let is_named = |names: &[Option<String>; 2]| is_it(names, engine);
    let line = view.agents.iter().zip(view.names()).find(|(_, names)| is_named(names));
    findings
        .at(row.rule.record().range(), message)
        .also_at(line.map(|(line, _)| (line.record().range(), "closes it to this crawler")))
        .help("delete the group unless this is intended");
}

/// The rule that closes the whole site to a crawler by its name.
fn closed_to<'v, 's>(view: &'v View<'s>, crawler: &KnownCrawler) -> Option<&'v RuleRow<'s>> {
    let lines = view.agents.iter().zip(view.names());
    let named = lines.filter(|(_, names)| is_it(names, crawler));
    let groups: HashSet<usize> = named.map(|(line, _)| line.group()).collect();
    closing(view, view.rules.iter().filter(|row| groups.contains(&row.group)))
}

fn is_it(names: &[Option<String>; 2], crawler: &KnownCrawler) -> bool {
    names.iter().flatten().any(|name| name.eq_ignore_ascii_case(&crawler.token))
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nDisallow: /a\nUser-agent: Googlebot\nDisallow: /\n",
            "User-agent: BingBot\nUser-agent: GPTBot\nDisallow: /*\n",
            "User-agent: Yandex\nUser-agent: YandexBot\nDisallow: /\n",
        ],
        silent: [
            "User-agent: *\nDisallow: /\nUser-agent: Googlebot\nDisallow: /\n",
            "User-agent: Googlebot\nUser-agent: bingbot\nDisallow: /\n",
            "User-agent: Googlebot\nDisallow: /\nAllow: /a\n",
            "User-agent: Googlebot-Image\nDisallow: /\n",
            "User-agent: Googlebot\nDisallow: /\nUser-agent: Googlebot\nAllow: /a\n",
        ],
    }
}
