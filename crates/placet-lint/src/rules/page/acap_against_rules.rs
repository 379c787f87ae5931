//! ## What it finds
//! Pages that permit a usage by ACAP and restrict it by a rule such as `noindex`.
//!
//! ## Why it matters
//! A usage is permitted only if both permit it. The ACAP permission has no effect.
//!
//! ## Example
//! ```html
//! <meta name="robots" content="noindex">
//! <meta name="robots" content="ACAP allow-index">
//! ```
//! Write instead:
//! ```html
//! <meta name="robots" content="index">
//! <meta name="robots" content="ACAP allow-index">
//! ```
//!
//! ## Fix
//! By hand: delete the one that is not meant.
//!
//! ## Reference
//! - [How placet reads it](https://github.com/placet/placet/blob/main/docs/src/law/readings.md)

use crate::finding::{Findings, Severity};
use crate::limits::STATEMENTS;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "HTM106",
    name: "acap-against-rules",
    severity: Severity::Warning,
    source: include_str!("acap_against_rules.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for open in &view.statements {
        let Some(usage) = open.permitted() else { continue };
        let mut others = view.statements.iter().take(STATEMENTS);
        let against = others.find(|it| it.binds(open) && it.is_rule_against(usage));
        let Some(against) = against else { continue };
        findings
            .at(
                open.span.clone(),
                format!("this permission of `{usage}` has no effect: `{against}` prohibits it"),
            )
            .also(against.span.clone(), "prohibits it")
            .help("delete the one that is not meant");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<meta name=robots content=noindex>\n<meta name=robots content='ACAP allow-index'>",
            "<meta name=robots content='max-image-preview:none'>\n<meta name=b content='ACAP allow-present-thumbnail'>",
        ],
        silent: [
            "<meta name=robots content=nofollow>\n<meta name=robots content='ACAP allow-index'>",
            "<meta name=robots content='max-image-preview:large'>\n<meta name=b content='ACAP allow-present-thumbnail'>",
            "<meta name=robots content='ACAP allow-present-snippet'>\n<p data-nosnippet>a",
        ],
    }
}
