//! ## What it finds
//! Locations in a tdmrep.json that are regular expressions or lists.
//!
//! ## Why it matters
//! A location is one path in which `*` matches any text. placet reads a regular expression of a rule
//! that reserves, and lists; other programs may ignore the rule.
//!
//! ## Example
//! ```json
//! [{"location": "^/images/.*", "tdm-reservation": 1}]
//! ```
//! Write instead:
//! ```json
//! [{"location": "/images/*", "tdm-reservation": 1}]
//! ```
//!
//! ## Fix
//! By hand: write one rule for each location, and `*` in place of `.*`.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use placet::signals::SignalProblemKind;

use super::tdmrep_rule_ignored::key_before;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG307",
    name: "tdmrep-location-form",
    severity: Severity::Warning,
    source: include_str!("tdmrep_location_form.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(file) = view.tdmrep() else { return };
    let mut last = None;
    for ((kind, span), _) in &file.problems {
        let is_location = key_before(view, span.start()).as_deref() == Some("location");
        let is_new = last != Some(span.start());
        if *kind != SignalProblemKind::Lenient || !is_location || !is_new {
            continue;
        }
        last = Some(span.start());
        let is_list = view.of(span.range()).first() == Some(&b'[');
        let (what, help) = if is_list {
            ("a list", "write one rule for each location")
        } else {
            ("a regular expression", "write a path with `*` in place of `.*`, without `^`")
        };
        findings
            .at(span.range(), format!("some crawlers ignore this rule: its location is {what}"))
            .help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "[{\"location\": \"^/i/.*\", \"tdm-reservation\": 1}, {\"location\": [\"/a\", \"/b\"], \"tdm-reservation\": 1}]",
        ],
        silent: [
            "[{\"location\": \"/i/*\", \"tdm-reservation\": 1}, {\"location\": \"/a.*\", \"tdm-reservation\": 0}]",
        ],
    }
}
