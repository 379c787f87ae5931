//! ## What it finds
//! Usage tokens in `permits` and `prohibits` that RSL does not have, and unknown types of `payment`.
//!
//! ## Why it matters
//! An unknown token permits nothing and prohibits nothing.
//!
//! ## Example
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><prohibits type="usage">train-ai</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//! Write instead:
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! Unsafe: writes the token that was most likely meant, if there is one.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)

use placet::signals::SignalProblemKind;

use super::rsl_not_conformant::start_tag;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::similar::most_similar;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG405",
    name: "rsl-unknown-word",
    severity: Severity::Error,
    source: include_str!("rsl_unknown_word.rs"),
    check: Check::File(check),
};

/// The usage tokens.
const TOKENS: [&str; 6] = ["all", "ai-all", "ai-train", "ai-input", "ai-index", "search"];

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(document) = view.rsl() else { return };
    for ((kind, span), _) in &document.problems {
        if *kind != SignalProblemKind::UnknownKey {
            continue;
        }
        let at = span.range();
        if view.of(at.clone()).starts_with(b"<") {
            let tag = start_tag(view, at.start);
            findings
                .at(tag, "crawlers cannot meet this condition: RSL has no such type of payment")
                .help(
                    "the types are `purchase`, `subscription`, `crawl`, `training`, `use`, \
                     `contribution`, `attribution` and `free`",
                );
            continue;
        }
        let token = String::from_utf8_lossy(view.of(at.clone())).into_owned();
        let meant = match &*token.to_ascii_lowercase() {
            "train-ai" | "train" | "training" | "ai-training" => Some("ai-train"),
            "ai-use" | "ai-inference" | "ai-summarize" => Some("ai-input"),
            "ai" | "genai" => Some("ai-all"),
            other => most_similar(other, TOKENS),
        };
        let quoted = view.quote(at.clone());
        let draft =
            findings.at(at.clone(), format!("{quoted} has no effect: RSL has no such usage"));
        match meant {
            Some(meant) => draft
                .help(format!("if you meant `{meant}`, correct the token"))
                .fix(Fix::risky("correct the token", Edit::replace(at, meant))),
            None => draft.help(
                "the usages are `all`, `ai-all`, `ai-train`, `ai-input`, `ai-index` and `search`",
            ),
        };
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">serach gold</permits><prohibits type=\"usage\">train-ai</prohibits><payment type=\"gold\"/></license>\n  </content>\n</rsl>",
        ],
        silent: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">SEARCH ai-index</permits><payment type=\"crawl\"/></license>\n  </content>\n</rsl>",
        ],
    }
}
