//! ## What it finds
//! Labels in `Content-Usage` that only older revisions of the vocabulary had: `tdm`, `ai`, `genai`,
//! `inference`, `all`, `train-genai`, `bots`, `ai-output`.
//!
//! ## Why it matters
//! Crawlers that follow the current revision ignore the label.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Usage: train-genai=n
//! Allow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Usage: train-ai=n
//! Allow: /
//! ```
//!
//! ## Fix
//! By hand: the labels do not mean the same. Write the current label that is closest to what you mean.
//!
//! ## Reference
//! - [draft-ietf-aipref-vocab-08 §6.1](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-vocab-08)

use placet::signals::SignalProblemKind;
use placet::syntax::robots::Key;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG103",
    name: "content-usage-legacy-label",
    severity: Severity::Warning,
    source: include_str!("content_usage_legacy_label.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let problems = view.signals().problems(Key::ContentUsage, SignalProblemKind::LegacyLabel);
    for (_, span) in problems {
        let quoted = view.quote(span.clone());
        let current = match view.of(span.clone()) {
            b"ai" | b"genai" | b"train-genai" | b"tdm" => "write `train-ai`",
            b"inference" | b"ai-output" => "write `ai-use`",
            _ => "write `train-ai`, `ai-use` and `search`, each with its value",
        };
        findings
            .at(
                span,
                format!("{quoted} has no effect: the current vocabulary no longer has this label"),
            )
            .help(current);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Usage: ai=n, bots=n, inference=y\n",
            "HTTP/1.1 200\nContent-Usage: train-genai=n\n",
        ],
        silent: [
            "User-agent: *\nContent-Usage: train-ai=n, gold=n\n",
        ],
    }
}
