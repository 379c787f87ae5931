//! ## What it finds
//! A `tdm-reservation` 0 in the header or the page that lifts a reservation of tdmrep.json.
//!
//! ## Why it matters
//! The header field replaces the file, and the META element replaces both. The page may be mined although
//! the file of the site reserves it.
//!
//! ## Example
//! ```visit
//! https://example.com/news/1
//!
//! HTTP/1.1 200 OK
//! tdm-reservation: 0
//! --- tdmrep.json
//! [{"location": "/", "tdm-reservation": 1}]
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1
//!
//! HTTP/1.1 200 OK
//! tdm-reservation: 1
//! --- tdmrep.json
//! [{"location": "/", "tdm-reservation": 1}]
//! ```
//!
//! ## Fix
//! By hand: remove the field or element if it is not meant.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use placet::Usage;
use placet::signals::Family;

use super::contradiction::lifted;
use crate::finding::{Findings, Severity};
use crate::page_context::PageContext;
use crate::rule::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    code: "SIG603",
    name: "reservation-lifted",
    severity: Severity::Warning,
    source: include_str!("reservation_lifted.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    let found = lifted(context, Family::Tdmrep, &[Usage::Mine]);
    for ((file, span), (other, refusal), _) in found.into_iter().take(1) {
        findings
            .at(span, "the page may be mined: this lifts the reservation of tdmrep.json")
            .within(file)
            .also_within(other, refusal, "reserves it")
            .help("remove it if the reservation is meant for this page, too");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/b\n\nHTTP/1.1 200\nDate: x\ntdm-reservation: 0\n--- tdmrep.json\n[{\"location\": \"/\", \"tdm-reservation\": 1}]",
            "https://a.example/b\n\n<title>a</title><meta name=tdm-reservation content=0>\n--- tdmrep.json\n[{\"location\": \"/\", \"tdm-reservation\": 1}]",
        ],
        silent: [
            "https://a.example/b\n\nHTTP/1.1 200\ntdm-reservation: 0\n--- tdmrep.json\n[{\"location\": \"/c\", \"tdm-reservation\": 1}]",
            "https://a.example/b\n\nHTTP/1.1 200\ntdm-reservation: 1\n--- tdmrep.json\n[{\"location\": \"/\", \"tdm-reservation\": 1}]",
        ],
    }
}
