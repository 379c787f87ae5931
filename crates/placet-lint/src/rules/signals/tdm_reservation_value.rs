//! ## What it finds
//! Values of `tdm-reservation` in a header field or META element other than `0` and `1`.
//!
//! ## Why it matters
//! Crawlers ignore the value, so that nothing is reserved.
//!
//! ## Example
//! ```html
//! <title>News</title>
//! <meta name="tdm-reservation" content="true">
//! ```
//! Write instead:
//! ```html
//! <title>News</title>
//! <meta name="tdm-reservation" content="1">
//! ```
//!
//! ## Fix
//! By hand: write `1` to reserve text and data mining, `0` not to reserve it.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use super::tdm_reservations_differ::reservations;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG203",
    name: "tdm-reservation-value",
    severity: Severity::Error,
    source: include_str!("tdm_reservation_value.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for (read, span) in reservations(view) {
        for (_, wrong) in &read.problems {
            let quoted = span.quote(view, wrong.range());
            findings
                .at(
                    span.at(wrong.range()),
                    format!("this reserves nothing: {quoted} is not `1` or `0`"),
                )
                .help("write `1` to reserve text and data mining, `0` not to reserve it");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<title>a</title><meta name=tdm-reservation content=true>",
            "HTTP/1.1 200\nTDM-Reservation: yes, 1\n",
        ],
        silent: [
            "<title>a</title><meta name=tdm-reservation content=\" 1 \">",
            "HTTP/1.1 200\ntdm-reservation: 0\ntdm-policy: x\n",
        ],
    }
}
