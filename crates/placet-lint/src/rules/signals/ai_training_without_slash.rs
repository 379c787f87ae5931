//! ## What it finds
//! Patterns in `DisallowAITraining` and `AllowAITraining` that begin with neither `/` nor `*`.
//!
//! ## Why it matters
//! The pattern matches nothing, so that the record has no effect.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! DisallowAITraining: photos/
//! Allow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! DisallowAITraining: /photos/
//! Allow: /
//! ```
//!
//! ## Fix
//! Unsafe: writes `/` before the pattern.
//!
//! ## Reference
//! - [draft-canel-robots-ai-control-00](https://datatracker.ietf.org/doc/html/draft-canel-robots-ai-control-00)
//! - [RFC 9309 §2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2)

use placet::syntax::robots::Key;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG113",
    name: "ai-training-without-slash",
    severity: Severity::Error,
    source: include_str!("ai_training_without_slash.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let rows = view.signals().rows.iter();
    for row in rows.filter(|row| matches!(row.key, Key::AllowAiTraining | Key::DisallowAiTraining))
    {
        let is_void = row.pattern(view).is_some_and(|pattern| pattern.is_void());
        if !is_void || row.statement.is_empty() {
            continue;
        }
        findings
            .at(
                row.statement.clone(),
                "this record has no effect: the pattern begins with neither `/` nor `*`",
            )
            .fix(Fix::risky(
                "write `/` before the pattern",
                Edit::insert(row.statement.start, "/"),
            ));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nDisallowAITraining: photos/\nAllowAITraining: all\n",
        ],
        silent: [
            "User-agent: *\nDisallowAITraining: /photos/\nAllowAITraining: *.txt\nDisallowAITraining:\n",
        ],
    }
}
