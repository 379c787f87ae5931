//! ## What it does
//! Finds `User-agent` lines that are one group although another record stands between them.
//!
//! ## Why is this bad
//! Only a rule ends the list of crawlers that a group is for (RFC 9309 §2.1, F-05). A `Crawl-delay` or
//! a `Sitemap` does not, so that the rules below are for the crawlers above too.
//!
//! ## Example
//! ```robots
//! User-agent: Bingbot
//! Crawl-delay: 10
//!
//! User-agent: *
//! Disallow: /drafts/
//! ```
//! Use instead:
//! ```robots
//! User-agent: Bingbot
//! Crawl-delay: 10
//! Disallow:
//!
//! User-agent: *
//! Disallow: /drafts/
//! ```

use placet::syntax::robots::Key;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "R204",
    name: "agents-run-together",
    severity: Severity::Warning,
    source: include_str!("agents_run_together.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut records = view.records.iter().filter(|it| it.kind() != Key::Acap).peekable();
    for pair in view.agents.windows(2) {
        let [above, below] = pair else { continue };
        if above.group() != below.group() {
            continue;
        }
        while records.next_if(|record| record.line() < above.line()).is_some() {}
        let Some(record) = records.peek().filter(|record| record.line() < below.line()) else {
            continue;
        };
        findings
            .at(below.record().range(), "this line goes on with the group above: no rule ended it")
            .also(above.record().range(), "of the same group")
            .also(view.record(record.line()), "this does not end the group")
            .help("write `Disallow:` above the line where nothing is closed to the one before");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: a\nCrawl-delay: 1\nUser-agent: *\nDisallow: /a\n"],
        silent: [
            "User-agent: a\nCrawl-delay: 1\nDisallow:\nUser-agent: *\nDisallow: /a\n",
            "User-agent: a\nUser-agent: b\nCrawl-delay: 1\nDisallow: /a\n",
        ],
    }
}
