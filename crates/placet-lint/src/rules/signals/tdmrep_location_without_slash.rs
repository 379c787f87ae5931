//! ## What it finds
//! Locations in a tdmrep.json that begin with neither `/` nor `*`, such as whole URLs.
//!
//! ## Why it matters
//! The location matches nothing, so that the rule never applies.
//!
//! ## Example
//! ```json
//! [{"location": "https://example.com/", "tdm-reservation": 1}]
//! ```
//! Write instead:
//! ```json
//! [{"location": "/", "tdm-reservation": 1}]
//! ```
//!
//! ## Fix
//! By hand: write the path of the URLs, which begins with `/`.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use placet::signals::SignalProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG306",
    name: "tdmrep-location-without-slash",
    severity: Severity::Error,
    source: include_str!("tdmrep_location_without_slash.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(file) = view.tdmrep() else { return };
    for ((kind, span), _) in &file.problems {
        if *kind != SignalProblemKind::Pattern {
            continue;
        }
        let text = view.of(span.range());
        let is_url = text.windows(3).any(|it| it == b"://");
        let help = if is_url {
            "write the path only, without scheme and host"
        } else {
            "write a path that begins with `/`"
        };
        findings
            .at(span.range(), "this location matches nothing: it begins with neither `/` nor `*`")
            .help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "[{\"location\": \"https://a.example/\", \"tdm-reservation\": 1}, {\"location\": \"a\", \"tdm-reservation\": 1}]",
        ],
        silent: [
            "[{\"location\": \"*.pdf\", \"tdm-reservation\": 1}, {\"location\": \"^/a\", \"tdm-reservation\": 1}]",
        ],
    }
}
