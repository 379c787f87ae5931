//! ## What it finds
//! A tdmrep.json with one rule in place of an array of rules.
//!
//! ## Why it matters
//! The protocol has an array. placet reads a single rule that reserves; other programs may ignore the
//! file, and placet ignores a single rule that does not reserve.
//!
//! ## Example
//! ```json
//! {"location": "/", "tdm-reservation": 1}
//! ```
//! Write instead:
//! ```json
//! [{"location": "/", "tdm-reservation": 1}]
//! ```
//!
//! ## Fix
//! Unsafe: writes brackets around the rule.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use placet::signals::SignalProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG302",
    name: "tdmrep-not-an-array",
    severity: Severity::Error,
    source: include_str!("tdmrep_not_an_array.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(file) = view.tdmrep() else { return };
    let start = view.text.trim_ascii_start();
    let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).trim_ascii_start();
    let is_kind = |kind| matches!(kind, SignalProblemKind::Lenient | SignalProblemKind::Format);
    let end = view.text.trim_ascii_end().len();
    let whole = view.text.len() - start.len()..end;
    let is_bare = |kind, span: std::ops::Range<usize>| is_kind(kind) && span == whole;
    if start.starts_with(b"{") && file.problems.iter().any(|it| is_bare(it.0.0, it.0.1.range())) {
        let message = if file.rules.is_empty() {
            "crawlers ignore this file: it is an object in place of an array of rules"
        } else {
            "some crawlers ignore this file: it is an object in place of an array of rules"
        };
        let edits = vec![Edit::insert(whole.start, "["), Edit::insert(whole.end, "]")];
        findings
            .at(whole.start..whole.start + 1, message)
            .help("write `[` before the rule and `]` after it")
            .fix(Fix::risky_all("write brackets around the rule", edits));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "{\"location\": \"/\", \"tdm-reservation\": 1}",
            "{\"location\": \"/\", \"tdm-reservation\": 0}\n",
        ],
        silent: [
            "[{\"location\": \"/\", \"tdm-reservation\": 1}]",
            "{\"location\": ",
        ],
    }
}
