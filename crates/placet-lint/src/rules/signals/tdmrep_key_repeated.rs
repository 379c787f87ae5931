//! ## What it finds
//! Rules of a tdmrep.json with the same key twice.
//!
//! ## Why it matters
//! JSON parsers differ in which value counts. placet takes a reservation, otherwise the last value.
//!
//! ## Example
//! ```json
//! [{"location": "/", "tdm-reservation": 1, "tdm-reservation": 0}]
//! ```
//! Write instead:
//! ```json
//! [{"location": "/", "tdm-reservation": 1}]
//! ```
//!
//! ## Fix
//! By hand: keep one of the two.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)
//! - [RFC 8259 §4](https://www.rfc-editor.org/rfc/rfc8259#section-4)

use placet::signals::SignalProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG309",
    name: "tdmrep-key-repeated",
    severity: Severity::Warning,
    source: include_str!("tdmrep_key_repeated.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(file) = view.tdmrep() else { return };
    for ((kind, span), _) in &file.problems {
        let text = view.of(span.range());
        if *kind != SignalProblemKind::Lenient || text.first() != Some(&b'{') {
            continue;
        }
        let text = String::from_utf8_lossy(text);
        let keys = ["location", "tdm-reservation", "tdm-policy"];
        let repeated = |key: &&str| text.matches(&format!("\"{key}\"")).count() > 1;
        let Some(key) = keys.into_iter().find(repeated) else { continue };
        findings
            .at(
                span.start()..span.start() + 1,
                format!("crawlers differ in how they read this rule: it has `{key}` twice"),
            )
            .help("keep one of the two");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "[{\"location\": \"/\", \"tdm-reservation\": 1, \"tdm-reservation\": 0}, {\"location\": \"/a\", \"location\": \"/b\", \"tdm-reservation\": 1}]",
        ],
        silent: [
            "[{\"location\": \"/\", \"tdm-reservation\": 1}]",
            "{\"location\": \"/\", \"tdm-reservation\": 1}",
        ],
    }
}
