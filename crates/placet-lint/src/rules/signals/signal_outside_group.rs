//! ## What it finds
//! `Content-Usage`, `Content-Signal`, `DisallowAITraining` and `AllowAITraining` before the first
//! `User-agent` line.
//!
//! ## Why it matters
//! Such a record belongs to no group. Crawlers ignore `Content-Usage`, `DisallowAITraining` and
//! `AllowAITraining` there. For `Content-Signal` no document says whether it is for the whole site; placet
//! applies it to crawlers whose own groups do not state the same key.
//!
//! ## Example
//! ```robots
//! Content-Usage: train-ai=n
//!
//! User-agent: *
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Usage: train-ai=n
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! By hand: move the record into the groups that it is for.
//!
//! ## Reference
//! - [draft-ietf-aipref-attach-05 §3](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-attach-05)

use placet::syntax::robots::Key;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::subject::Kind;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG110",
    name: "signal-outside-group",
    severity: Severity::Warning,
    source: include_str!("signal_outside_group.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let outside =
        view.signals().rows.iter().filter(|row| {
            view.kind == Kind::Robots && row.group.is_none() && row.key != Key::License
        });
    for row in outside {
        let message = match row.key {
            Key::ContentSignal => {
                "crawlers differ in whether this record applies: no `User-agent` line comes before it"
            }
            _ => "no crawler applies this record: no `User-agent` line comes before it",
        };
        findings
            .at(row.span.clone(), message)
            .help("move it below the `User-agent` lines of the crawlers that it is for");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "Content-Signal: ai-train=no\nDisallowAITraining: /\nUser-agent: *\nDisallow: /a\n",
        ],
        silent: [
            "License: https://a.example/license.xml\nUser-agent: *\nContent-Signal: ai-train=no\n",
            "HTTP/1.1 200\nContent-Usage: train-ai=n\n",
        ],
    }
}
