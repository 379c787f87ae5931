//! ## What it finds
//! Rules of a tdmrep.json that never apply because an earlier rule matches the same URLs.
//!
//! ## Why it matters
//! The first rule that matches decides, however short its location is.
//!
//! ## Example
//! ```json
//! [
//!   {"location": "/", "tdm-reservation": 1},
//!   {"location": "/open/", "tdm-reservation": 0}
//! ]
//! ```
//! Write instead:
//! ```json
//! [
//!   {"location": "/open/", "tdm-reservation": 0},
//!   {"location": "/", "tdm-reservation": 1}
//! ]
//! ```
//!
//! ## Fix
//! By hand: write narrow locations before wide ones.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use placet::pattern::OwnedPattern;

use crate::finding::{Findings, Severity};
use crate::limits::TDM_RULES;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG305",
    name: "tdmrep-rule-shadowed",
    severity: Severity::Warning,
    source: include_str!("tdmrep_rule_shadowed.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(file) = view.tdmrep() else { return };
    let mut wide: Vec<(usize, OwnedPattern)> = Vec::new();
    for (place, rule) in file.rules.iter().enumerate().take(TDM_RULES) {
        let own: Vec<OwnedPattern> =
            rule.locations.iter().map(|it| OwnedPattern::new(it.as_bytes())).collect();
        let mut covering = None;
        let is_covered = own.iter().filter(|it| !it.is_void()).all(|pattern| {
            covering = wide.iter().find(|it| it.1.pattern().covers(&pattern.pattern()));
            covering.is_some()
        });
        if let Some((first, _)) = covering.filter(|_| is_covered)
            && let Some(first) = file.rules.get(*first)
        {
            findings
                .at(
                    rule.location_span.range(),
                    format!(
                        "this rule never applies: the one on line {} comes first and matches the \
                         same URLs",
                        first.line
                    ),
                )
                .also(first.location_span.range(), "matches them")
                .help("write narrow locations before wide ones");
        }
        if wide.len() < TDM_RULES {
            wide.extend(own.into_iter().filter(|it| !it.is_void()).map(|it| (place, it)));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "[{\"location\": \"/\", \"tdm-reservation\": 1},\n {\"location\": \"/a\", \"tdm-reservation\": 0},\n {\"location\": [\"/b\", \"/c*\"], \"tdm-reservation\": 0}]",
        ],
        silent: [
            "[{\"location\": \"/a\", \"tdm-reservation\": 0}, {\"location\": \"/\", \"tdm-reservation\": 1}]",
            "[{\"location\": \"/a\", \"tdm-reservation\": 0}, {\"location\": [\"/a/b\", \"/c\"], \"tdm-reservation\": 1}, {\"location\": \"x\", \"tdm-reservation\": 1}]",
        ],
    }
}
