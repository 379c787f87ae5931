//! ## What it finds
//! Refusals in the group for `*` that a crawler with a group of its own does not read.
//!
//! ## Why it matters
//! A crawler reads only the groups that name it. If they do not repeat the refusal, nothing is refused to
//! this crawler. Groups that close the whole site are not reported.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Signal: ai-train=no
//! Allow: /
//!
//! User-agent: GPTBot
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Signal: ai-train=no
//! Allow: /
//!
//! User-agent: GPTBot
//! Content-Signal: ai-train=no
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! By hand: repeat the record in the groups that it is also meant for.
//!
//! ## Reference
//! - [RFC 9309 §2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1)

use std::collections::HashSet;

use placet::Agent;
use placet::extent::Closed;
use placet::syntax::robots::Key;

use super::table::{SignalRow, family_of};
use crate::finding::{Findings, Severity};
use crate::limits::GROUPS_ASKED;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG115",
    name: "signal-hidden-by-group",
    severity: Severity::Note,
    source: include_str!("signal_hidden_by_group.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let rows = &view.signals().rows;
    let is_global = |row: &&SignalRow| row.group.is_some_and(|group| view.is_global(group));
    let mut families = Vec::new();
    for row in rows.iter().filter(is_global).filter(|row| refuses(row)) {
        let family = family_of(row.key);
        if families.contains(&family) {
            continue;
        }
        families.push(family);
        let has_own = |group: usize| {
            rows.iter().any(|it| it.group == Some(group) && family_of(it.key) == family)
        };
        let named = (0..view.groups.len()).filter(|&group| !view.is_global(group));
        let mut hidden = named.take(GROUPS_ASKED).filter_map(|group| {
            let line = view.agents_of(group).first()?;
            let bot = view.policy.for_agent(Agent::new(&line.value()));
            let has_it = bot.groups().any(|it| has_own(it.index()));
            let is_closed = bot.extent().closed() == Closed::Everything;
            (!has_it && !is_closed && !is_token(&line.value())).then_some(line)
        });
        let Some(first) = hidden.next() else { continue };
        let others: HashSet<String> = hidden.map(|line| line.value().to_lowercase()).collect();
        let more = match others.len() {
            0 => ", which has its own group".to_owned(),
            1 => " and 1 other crawler, which have their own groups".to_owned(),
            count => format!(" and {count} other crawlers, which have their own groups"),
        };
        let name = view.quote(first.span().range());
        findings
            .at(row.span.clone(), format!("this refuses nothing to {name}{more}"))
            .also(first.record().range(), "reads only its own group")
            .help("repeat the record in the groups that it is also meant for");
    }
}

/// Whether a record refuses something, or refers to a licence.
fn refuses(row: &SignalRow) -> bool {
    match row.key {
        Key::License => true,
        _ => row.answers().iter().any(|(_, allows)| !allows),
    }
}

/// Whether a name never crawls, so that records are not meant for it.
fn is_token(name: &str) -> bool {
    ["google-extended", "applebot-extended"].iter().any(|it| it.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\nUser-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /y\n",
        ],
        silent: [
            "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\nUser-agent: a\nDisallow: /\nUser-agent: b\nContent-Signal: ai-train=no\nDisallow: /y\nUser-agent: Google-Extended\nDisallow: /c\n",
            "User-agent: *\nContent-Signal: ai-train=yes\nAllow: /\nUser-agent: a\nDisallow: /x\n",
        ],
    }
}
