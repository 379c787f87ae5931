//! ## What it finds
//! Records of one group that allow and refuse the same usage of the same path.
//!
//! ## Why it matters
//! The refusal counts, whichever was meant.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Signal: ai-train=no
//! Content-Signal: search=yes, ai-train=yes
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
//! By hand: keep one of the two.
//!
//! ## Reference
//! - [draft-ietf-aipref-vocab-08 §5.1](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-vocab-08)
//! - [Content Signals Policy](https://contentsignals.org/)

use placet::pattern::OwnedPattern;

use super::table::{SignalRow, family_of};
use crate::finding::{Findings, Severity};
use crate::limits::SIGNALS_COMPARED;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG118",
    name: "signal-conflict",
    severity: Severity::Warning,
    source: include_str!("signal_conflict.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let rows = view.signals().rows.iter().filter(|row| row.group.is_some());
    let rows: Vec<(&SignalRow, Option<OwnedPattern>)> =
        rows.take(SIGNALS_COMPARED).map(|row| (row, row.pattern(view))).collect();
    for (row, pattern) in &rows {
        let twins = rows.iter().filter(|(other, path)| {
            other.group == row.group
                && family_of(other.key) == family_of(row.key)
                && path == pattern
                && other.line != row.line
        });
        let twins: Vec<&SignalRow> = twins.map(|it| it.0).collect();
        for (key, _) in row.answers().into_iter().filter(|(_, allows)| *allows) {
            let refuses = |other: &&&SignalRow| other.answers().contains(&(key, false));
            let Some(refusal) = twins.iter().find(refuses) else { continue };
            findings
                .at(
                    row.span.clone(),
                    format!(
                        "the permission of `{key}` has no effect: line {} refuses it for the same \
                         path",
                        refusal.line
                    ),
                )
                .also(refusal.span.clone(), "this counts")
                .help("keep one of the two");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Usage: train-ai=y\nContent-Usage: train-ai=n, search=y\n",
            "User-agent: *\nContent-Signal: /a ai-train=no\nContent-Signal: /%61 ai-train=yes\nAllowAITraining: /\nDisallowAITraining: /\n",
        ],
        silent: [
            "User-agent: *\nContent-Usage: train-ai=y\nContent-Usage: /a train-ai=n\nContent-Signal: ai-train=no\nContent-Signal: search=yes\nAllow: /\nUser-agent: b\nContent-Signal: ai-train=yes\n",
        ],
    }
}
