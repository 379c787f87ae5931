//! ## What it finds
//! Qualifiers that need an agreement with the crawler's operator: `must-use-resource` and
//! `must-include-resource`.
//!
//! ## Why it matters
//! ACAP marks them as usable by prior arrangement only, or as not ready. A crawler that does not
//! know them treats the permission as a prohibition.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: /news/ must-use-resource=/abstract
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-index: /news/
//! ```
//!
//! ## Fix
//! By hand: delete the qualifier, or write it only for crawlers whose operators have agreed to it.
//!
//! ## Reference
//! - ACAP 1.0 §2.5.3.2, §2.5.5.2.2, §2.5.5.2.5

use placet::condition::Qualifier;

use super::qualified::{kind, qualified};
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA309",
    name: "prior-arrangement",
    severity: Severity::Note,
    source: include_str!("prior_arrangement.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for it in qualified(view) {
        for named in it.qualifiers {
            let qualifier = kind(view, named);
            if let Some(it @ (Qualifier::MustUseResource | Qualifier::MustIncludeResource)) =
                qualifier
            {
                findings
                    .at(
                        named.name.start()..named.value.end(),
                        format!(
                            "crawlers without an agreement with this site treat this permission as a \
                             prohibition: `{it}` needs one"
                        ),
                    )
                    .help("use it only for crawlers whose operators have agreed to it");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-allow-index: / must-use-resource=/a\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-index: / time-limit=3-days\n"],
    }
}
