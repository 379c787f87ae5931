//! ## What it finds
//! `User-agent` lines that share one group and its rules although another record is between them.
//!
//! ## Why it matters
//! Only a rule ends the list of crawlers of a group. A `Crawl-delay` or a `Sitemap` does not, so
//! the rules below also apply to the crawlers above.
//!
//! ## Example
//! ```robots
//! User-agent: Bingbot
//! Crawl-delay: 10
//!
//! User-agent: *
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: Bingbot
//! Crawl-delay: 10
//! Disallow:
//!
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! By hand: give each group a rule; `Disallow:` closes nothing.
//!
//! ## Reference
//! - [RFC 9309 §2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.1)

use placet::syntax::robots::Key;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB204",
    name: "agents-run-together",
    severity: Severity::Warning,
    source: include_str!("agents_run_together.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut records = view.records.iter().filter(|it| it.kind() != Key::Acap).peekable();
    // Rules without a pattern match nothing, so sharing them changes nothing.
    let has_rules = |group| view.rules_of(group).iter().any(|row| !row.rule.span().is_empty());
    let has_rules: Vec<bool> = (0..view.groups.len()).map(has_rules).collect();
    let lines = view.agents.iter().zip(view.names());
    for ((above, name), (below, other)) in lines.clone().zip(lines.skip(1)) {
        let has_rules = has_rules.get(below.group()) == Some(&true);
        if above.group() != below.group() || name == other || !has_rules {
            continue;
        }
        while records.next_if(|record| record.line() < above.line()).is_some() {}
        let Some(record) = records.peek().filter(|record| record.line() < below.line()) else {
            continue;
        };
        let [one, other] = [above, below].map(|line| view.quote(line.span().range()));
        findings
            .at(
                below.record().range(),
                format!(
                    "{one} and {other} share one group, because `{}` does not end a group: both get \
                     the rules below",
                    record.key()
                ),
            )
            .also(above.record().range(), "also gets the rules below")
            .also(view.record(record.line()), "does not end the group")
            .help(format!("write `Disallow:` above this line if {one} may crawl everything"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: a\nCrawl-delay: 1\nUser-agent: *\nDisallow: /a\n"],
        silent: [
            "User-agent: a\nCrawl-delay: 1\nDisallow:\nUser-agent: *\nDisallow: /a\n",
            "User-agent: a\nUser-agent: b\nCrawl-delay: 1\nDisallow: /a\n",
            "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nCrawl-delay: 2\n",
            "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow:\n",
            "User-agent: *\nCrawl-delay: 1\nUser-agent: *\nDisallow: /a\n",
        ],
    }
}
