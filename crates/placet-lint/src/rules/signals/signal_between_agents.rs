//! ## What it finds
//! `Content-Usage`, `Content-Signal`, `License`, `DisallowAITraining` and `AllowAITraining` between two
//! `User-agent` lines without a rule between them.
//!
//! ## Why it matters
//! Only `Allow` and `Disallow` end a group for deployed parsers, Google's among them. They put both
//! crawlers in one group: the statement, and every rule below, is for both. By its draft, `Content-Usage`
//! ends the group, so that crawlers differ.
//!
//! ## Example
//! ```robots
//! User-agent: SearchBot
//! Content-Signal: ai-train=yes
//!
//! User-agent: TrainBot
//! Disallow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: SearchBot
//! Content-Signal: ai-train=yes
//! Allow: /
//!
//! User-agent: TrainBot
//! Disallow: /
//! ```
//!
//! ## Fix
//! By hand: write a rule below the record, or `Disallow:` if everything is open.
//!
//! ## Reference
//! - [RFC 9309 §2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1)
//! - [draft-ietf-aipref-attach-05 §3](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-attach-05)

use placet::syntax::robots::Key;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG112",
    name: "signal-between-agents",
    severity: Severity::Warning,
    source: include_str!("signal_between_agents.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut rows = view.signals().rows.iter().filter(|row| row.line > 0).peekable();
    for (above, below) in view.agents.iter().zip(view.agents.iter().skip(1)) {
        while rows.next_if(|row| row.line < above.line()).is_some() {}
        let Some(row) = rows.peek().filter(|row| row.line < below.line()) else { continue };
        if above.group() != below.group() {
            continue;
        }
        let [one, other] = [above, below].map(|line| view.quote(line.span().range()));
        let key = row.key.written().unwrap_or_default();
        let message = match row.key {
            Key::ContentUsage => format!(
                "crawlers differ in whether this is for {other}, too: by its draft `{key}` ends a \
                 group, but deployed parsers do not know that"
            ),
            _ => format!("this is for {one} and for {other}: `{key}` does not end a group"),
        };
        findings
            .at(row.span.clone(), message)
            .also(above.record().range(), "above it")
            .also(below.record().range(), "in the same group")
            .help(format!("write `Disallow:` below it if {one} may crawl everything"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: a\nContent-Usage: train-ai=n\nUser-agent: b\nDisallow: /\n",
            "User-agent: a\nContent-Signal: ai-train=no\nUser-agent: b\nAllow: /\n",
        ],
        silent: [
            "User-agent: a\nUser-agent: b\nContent-Signal: ai-train=no\nAllow: /\nUser-agent: c\nContent-Usage: train-ai=n\nDisallow:\nUser-agent: d\nDisallow: /\n",
        ],
    }
}
