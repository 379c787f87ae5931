//! ## What it finds
//! Crawlers that several groups name.
//!
//! ## Why it matters
//! This is not an error: crawlers combine the groups. But older crawlers read only the first group,
//! and an edit of one group easily misses the other.
//!
//! ## Example
//! ```robots
//! User-agent: a
//! Disallow: /drafts/
//!
//! User-agent: b
//! Disallow: /
//!
//! User-agent: a
//! Disallow: /private/
//! ```
//! Write instead:
//! ```robots
//! User-agent: a
//! Disallow: /drafts/
//! Disallow: /private/
//!
//! User-agent: b
//! Disallow: /
//! ```
//!
//! ## Fix
//! By hand: move the rules into one group.
//!
//! ## Reference
//! - [RFC 9309 §2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1)

use std::collections::HashMap;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB201",
    name: "agent-in-several-groups",
    severity: Severity::Note,
    source: include_str!("agent_in_several_groups.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.groups.len() < 2 {
        return;
    }
    let mut first = HashMap::new();
    for (line, names) in view.agents.iter().zip(view.names()) {
        let Some(name) = names.iter().flatten().last() else { continue };
        let before = *first.entry(name).or_insert(*line);
        if before.group() != line.group() {
            let place = line.span().range();
            findings
                .at(
                    place.clone(),
                    format!(
                        "old crawlers ignore this group: they read only the first one for {}, on line {}",
                        view.quote(place),
                        before.line()
                    ),
                )
                .also(before.span().range(), "the first group")
                .help("move the rules into one group");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: a\nDisallow: /a\nUser-agent: *\nDisallow: /\nUser-agent: A\nDisallow: /b\n"],
        silent: ["User-agent: a\nUser-agent: a\nDisallow: /a\nUser-agent: b\nDisallow: /\n"],
    }
}
