//! ## What it finds
//! Policies in a tdmrep.json that are not absolute https URLs, that are next to `tdm-reservation` 0, or
//! that are no URL at all.
//!
//! ## Why it matters
//! A policy says how to acquire the right to mine what is reserved. Crawlers ignore one that is not a
//! string, and one where nothing is reserved. They differ in what a relative one is relative to.
//!
//! ## Example
//! ```json
//! [{"location": "/", "tdm-reservation": 1, "tdm-policy": "policy.json"}]
//! ```
//! Write instead:
//! ```json
//! [{"location": "/", "tdm-reservation": 1, "tdm-policy": "https://example.com/policy.json"}]
//! ```
//!
//! ## Fix
//! By hand: write the whole URL, or remove the policy.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use placet::signals::SignalProblemKind;

use super::tdm_policy_reference::wrong;
use super::tdmrep_rule_ignored::key_before;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG308",
    name: "tdmrep-policy",
    severity: Severity::Warning,
    source: include_str!("tdmrep_policy.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(file) = view.tdmrep() else { return };
    for rule in &file.rules {
        let (Some(policy), Some(span)) = (&rule.policy, rule.policy_span) else { continue };
        if !rule.reserves {
            findings
                .at(span.range(), "this policy has no effect: nothing is reserved here")
                .help("remove it, or write `1` for `tdm-reservation`");
        } else if let Some(wrong) = wrong(policy) {
            findings
                .at(span.range(), format!("crawlers may not find this policy: {wrong}"))
                .help("write an absolute URL that begins with `https://`");
        }
    }
    for ((kind, span), _) in &file.problems {
        let is_policy = key_before(view, span.start()).as_deref() == Some("tdm-policy");
        if *kind == SignalProblemKind::Value && is_policy {
            findings
                .at(span.range(), "this policy is ignored: it is not a URL in a string")
                .help("write an absolute URL that begins with `https://`");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "[{\"location\": \"/\", \"tdm-reservation\": 1, \"tdm-policy\": \"p\"}, {\"location\": \"/a\", \"tdm-reservation\": 0, \"tdm-policy\": \"https://a.example/p\"}, {\"location\": \"/b\", \"tdm-reservation\": 1, \"tdm-policy\": \"\"}]",
        ],
        silent: [
            "[{\"location\": \"/\", \"tdm-reservation\": 1, \"tdm-policy\": \"https://a.example/p\"}]",
        ],
    }
}
