//! ## What it finds
//! `"1"` and `"0"` as values of `tdm-reservation` in a tdmrep.json.
//!
//! ## Why it matters
//! The protocol has numbers. placet reads the strings; other programs may ignore the rule.
//!
//! ## Example
//! ```json
//! [{"location": "/", "tdm-reservation": "1"}]
//! ```
//! Write instead:
//! ```json
//! [{"location": "/", "tdm-reservation": 1}]
//! ```
//!
//! ## Fix
//! Unsafe: removes the quotes. The result means the same to placet.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use placet::signals::SignalProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG304",
    name: "tdmrep-number-in-quotes",
    severity: Severity::Warning,
    source: include_str!("tdmrep_number_in_quotes.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(file) = view.tdmrep() else { return };
    for ((kind, span), _) in &file.problems {
        let text = view.of(span.range());
        let number = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
        let Some(number @ (b"0" | b"1")) = number else { continue };
        if *kind != SignalProblemKind::Lenient {
            continue;
        }
        findings
            .at(span.range(), "some crawlers ignore this rule: the number is in quotes")
            .fix(Fix::risky("remove the quotes", Edit::replace(span.range(), number)));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "[{\"location\": \"/\", \"tdm-reservation\": \"1\"}, {\"location\": \"/\", \"tdm-reservation\": \"0\"}]",
        ],
        silent: [
            "[{\"location\": \"/1\", \"tdm-reservation\": 1}]",
            "[{\"location\": [\"0\"], \"tdm-reservation\": 1}]",
        ],
    }
}
