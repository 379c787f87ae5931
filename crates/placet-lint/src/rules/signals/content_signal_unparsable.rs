//! ## What it finds
//! Parts of `Content-Signal` that are not a key, `=` and a value.
//!
//! ## Why it matters
//! Crawlers ignore the part.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes, noai
//! Allow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes, ai-train=no
//! Allow: /
//! ```
//!
//! ## Fix
//! By hand: write a key, `=`, and `yes` or `no`.
//!
//! ## Reference
//! - [Content Signals Policy](https://contentsignals.org/)

use placet::signals::SignalProblemKind;
use placet::syntax::robots::Key;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG105",
    name: "content-signal-unparsable",
    severity: Severity::Error,
    source: include_str!("content_signal_unparsable.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let problems = view.signals().problems(Key::ContentSignal, SignalProblemKind::Unparsable);
    for (_, span) in problems {
        let quoted = view.quote(span.clone());
        findings
            .at(span, format!("crawlers ignore {quoted}: it is not a key, `=` and a value"))
            .help("write pairs such as `ai-train=no`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Signal: search=yes, noai\nContent-Signal: =no\n",
            "HTTP/1.1 200\nContent-Signal: ai-train: yes\n",
        ],
        silent: [
            "User-agent: *\nContent-Signal: search=yes, ai-train: no\nContent-Signal:\n",
        ],
    }
}
