//! ## What it finds
//! A tdmrep.json that is not JSON, or that is neither an array nor an object, or that is too long.
//!
//! ## Why it matters
//! Crawlers treat the file as if it did not exist, so that nothing is reserved.
//!
//! ## Example
//! ```json
//! [
//!   {"location": "/", "tdm-reservation": 1},
//! ]
//! ```
//! Write instead:
//! ```json
//! [
//!   {"location": "/", "tdm-reservation": 1}
//! ]
//! ```
//!
//! ## Fix
//! By hand: correct the JSON at the place that is shown.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use placet::signals::SignalProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG301",
    name: "tdmrep-not-json",
    severity: Severity::Error,
    source: include_str!("tdmrep_not_json.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(file) = view.tdmrep() else { return };
    let problems = || file.problems.iter().map(|it| it.0);
    let is_cut = problems().any(|it| it.0 == SignalProblemKind::Truncated);
    for (_, span) in problems().filter(|it| it.0 == SignalProblemKind::Format) {
        // Another rule reports an object in place of the array.
        if !span.is_empty() {
            continue;
        }
        let start = span.start().min(view.text.len().saturating_sub(1));
        let at = start..(start + 1).min(view.text.len());
        let message = if is_cut {
            "crawlers ignore this file: it is longer than 512,000 bytes"
        } else if span.start() == 0 {
            "crawlers ignore this file: it is not a JSON array"
        } else {
            "crawlers ignore this file: it is not valid JSON from here on"
        };
        findings
            .at(at, message)
            .help("write an array of rules: `[{\"location\": \"/\", \"tdm-reservation\": 1}]`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "[{\"location\": \"/\", \"tdm-reservation\": 1},]",
            "\"/\"",
            "{\"location\": \"/\"\n\"tdm-reservation\": 1}",
        ],
        silent: [
            "[]",
            "{\"location\": \"/\", \"tdm-reservation\": 0}",
        ],
    }
}
