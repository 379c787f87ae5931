//! ## What it finds
//! Keys in `Content-Signal` that the policy does not define, such as misspelt ones and the labels of
//! `Content-Usage`.
//!
//! ## Why it matters
//! Crawlers ignore the pair. placet reads `train-ai=no` and `ai-use=no` as the refusals that they
//! evidently are; other programs may not.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes, train-ai=no
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
//! Safe for `train-ai` and `ai-use` with a value that refuses, in a robots.txt: writes the key of
//! `Content-Signal`. Unsafe for others: writes the key that was most likely meant, if there is one.
//!
//! ## Reference
//! - [Content Signals Policy](https://contentsignals.org/)

use placet::signals::SignalProblemKind;
use placet::syntax::robots::Key;

use super::table::{RowContent, kept};
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::similar::most_similar;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG106",
    name: "content-signal-unknown-key",
    severity: Severity::Error,
    source: include_str!("content_signal_unknown_key.rs"),
    check: Check::File(check),
};

/// The keys of the policy.
const KEYS: [&str; 4] = ["search", "ai-input", "ai-train", "use"];

fn check(view: &View<'_>, findings: &mut Findings) {
    let problems = view.signals().problems(Key::ContentSignal, SignalProblemKind::UnknownKey);
    for (row, span) in problems {
        let text = view.of(span.clone());
        let len = text.iter().position(|byte| b"=: \t".contains(byte)).unwrap_or(text.len());
        let key = span.start..span.start + len;
        let name = String::from_utf8_lossy(view.of(key.clone())).to_ascii_lowercase();
        let other = match &*name {
            "train-ai" => Some("ai-train"),
            "ai-use" => Some("ai-input"),
            _ => None,
        };
        let RowContent::Signal(read) = &row.content else { continue };
        let is_read = read.stated.iter().any(|it| row.at(it.1.range()) == span);
        let quoted = view.quote(key.clone());
        let message = match other {
            Some(_) if is_read => {
                format!("some crawlers ignore this refusal: {quoted} is a label of `Content-Usage`")
            }
            Some(_) => format!("{quoted} has no effect here: it is a label of `Content-Usage`"),
            None => format!("{quoted} has no effect: `Content-Signal` has no such key"),
        };
        let draft = findings.at(key.clone(), message);
        match other.or_else(|| most_similar(&name, KEYS)) {
            Some(meant) => {
                let edit = Edit::replace(key, meant);
                let title = "correct the key";
                let fix = if is_read { Fix::safe(title, edit) } else { Fix::risky(title, edit) };
                draft.help(format!("if you meant `{meant}`, correct the key")).fix(kept(view, fix))
            }
            None => draft.help("the keys are `search`, `ai-input`, `ai-train` and `use`"),
        };
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Signal: search=yes, train-ai=no, ai-use=yes, ai-trian=no, gold=no\nDisallow: /a\n",
            "HTTP/1.1 200\nContent-Signal: ai-use=no\n",
        ],
        silent: [
            "User-agent: *\nContent-Signal: search=yes, AI-Train=no, use=reference\n",
        ],
    }
}
