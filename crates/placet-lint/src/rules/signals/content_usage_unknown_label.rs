//! ## What it finds
//! Labels in `Content-Usage` that the vocabulary does not have, such as misspelt ones and the keys of
//! `Content-Signal`.
//!
//! ## Why it matters
//! Crawlers ignore the label, so that the statement says nothing about the usage.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Usage: ai-train=n
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
//! Unsafe: writes the label that was most likely meant, if there is one.
//!
//! ## Reference
//! - [draft-ietf-aipref-vocab-08 §6.1](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-vocab-08)

use placet::signals::SignalProblemKind;
use placet::syntax::robots::Key;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::similar::most_similar;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG102",
    name: "content-usage-unknown-label",
    severity: Severity::Error,
    source: include_str!("content_usage_unknown_label.rs"),
    check: Check::File(check),
};

/// The labels of the vocabulary.
const LABELS: [&str; 3] = ["train-ai", "ai-use", "search"];

fn check(view: &View<'_>, findings: &mut Findings) {
    let problems = view.signals().problems(Key::ContentUsage, SignalProblemKind::UnknownKey);
    for (_, span) in problems {
        let label = String::from_utf8_lossy(view.of(span.clone())).into_owned();
        let other = match &*label {
            "ai-train" => Some("train-ai"),
            "ai-input" => Some("ai-use"),
            _ => None,
        };
        let quoted = view.quote(span.clone());
        let draft = findings.at(
            span.clone(),
            match other {
                Some(_) => format!("{quoted} has no effect here: it is a key of `Content-Signal`"),
                None => format!("{quoted} has no effect: `Content-Usage` has no such label"),
            },
        );
        match other.or_else(|| most_similar(&label, LABELS)) {
            Some(meant) => draft
                .help(format!("if you meant `{meant}`, correct the label"))
                .fix(Fix::risky("correct the label", Edit::replace(span, meant))),
            None => draft.help("the labels are `train-ai`, `ai-use` and `search`"),
        };
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Usage: ai-train=n, serach=y, gold=n\n",
            "HTTP/1.1 200\nContent-Usage: ai-input=n\n",
        ],
        silent: [
            "User-agent: *\nContent-Usage: train-ai=n, ai-use=n, search=y, genai=n\n",
        ],
    }
}
