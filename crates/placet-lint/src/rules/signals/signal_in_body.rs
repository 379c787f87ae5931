//! ## What it finds
//! `tdm-reservation`, `tdm-policy` and links or scripts with an RSL licence in the body of a page.
//!
//! ## Why it matters
//! They belong in the head. In the body, many programs do not look for them; placet lets them restrict but
//! not permit.
//!
//! ## Example
//! ```html
//! <title>News</title>
//! <p>Text</p>
//! <meta name="tdm-reservation" content="1">
//! ```
//! Write instead:
//! ```html
//! <title>News</title>
//! <meta name="tdm-reservation" content="1">
//! <p>Text</p>
//! ```
//!
//! ## Fix
//! By hand: move the element into the head.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)
//! - [RSL 1.0](https://rslstandard.org/rsl)

use super::table::{is_link, is_script, tag};
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG202",
    name: "signal-in-body",
    severity: Severity::Warning,
    source: include_str!("signal_in_body.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for element in view.signals().elements.iter().filter(|element| !element.in_head) {
        let message = if is_link(element) || is_script(element) {
            "this licence permits nothing for the page: the element is in the body".to_owned()
        } else if element.content.trim() == "1" {
            "some crawlers overlook this reservation: the element is in the body".to_owned()
        } else {
            format!("`{}` has no effect: the element is in the body", element.name.trim())
        };
        findings.at(tag(element), message).help("move the element into the head");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<title>a</title><p>a<meta name=tdm-reservation content=1><meta name=TDM-policy content=https://a.example/p>",
            "<title>a</title><p>a<link rel=license type=application/rsl+xml href=https://a.example/l>",
        ],
        silent: [
            "<title>a</title><meta name=tdm-reservation content=1><link rel=license type=application/rsl+xml href=https://a.example/l><p>a<link rel=license href=/x><meta name=author content=b>",
        ],
    }
}
