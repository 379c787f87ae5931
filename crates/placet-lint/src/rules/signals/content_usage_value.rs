//! ## What it finds
//! Labels of `Content-Usage` whose value is not `y` or `n`.
//!
//! ## Why it matters
//! The statement says nothing about the usage: neither that it is allowed nor that it is refused.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Usage: train-ai=no
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
//! Unsafe: writes `y` or `n`, if it is clear which was meant.
//!
//! ## Reference
//! - [draft-ietf-aipref-vocab-08 §6.2](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-vocab-08)

use placet::signals::SignalProblemKind;
use placet::syntax::robots::Key;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG104",
    name: "content-usage-value",
    severity: Severity::Error,
    source: include_str!("content_usage_value.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let problems = view.signals().problems(Key::ContentUsage, SignalProblemKind::Value);
    for (row, span) in problems {
        let quoted = view.quote(span.clone());
        let draft = findings
            .at(span.clone(), format!("{quoted} states nothing: its value is not `y` or `n`"))
            .help("write `y` to allow the usage, `n` to refuse it");
        let pair = row.pairs(view).into_iter().find(|it| it.span.start == span.start);
        let Some(value) = pair.and_then(|pair| pair.value) else { continue };
        let meant = match view.of(value.clone()).to_ascii_lowercase().as_slice() {
            b"yes" | b"\"y\"" | b"\"yes\"" | b"?1" | b"true" | b"1" | b"allow" => "y",
            b"no" | b"\"n\"" | b"\"no\"" | b"?0" | b"false" | b"0" | b"disallow" => "n",
            _ => continue,
        };
        draft.fix(Fix::risky("correct the value", Edit::replace(value, meant)));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Usage: train-ai=no, search=yes, ai-use\n",
            "HTTP/1.1 200\nContent-Usage: train-ai=?0\n",
        ],
        silent: [
            "User-agent: *\nContent-Usage: train-ai=n, search=y\n",
        ],
    }
}
