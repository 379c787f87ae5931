//! ## What it finds
//! Rules about `/robots.txt` itself.
//!
//! ## Why it matters
//! Every crawler may fetch `/robots.txt`, whatever a rule says. The rule has no effect.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /robots.txt
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! By hand: delete the line.
//!
//! ## Reference
//! - [RFC 9309 §2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2)

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB308",
    name: "robots-txt-closed",
    severity: Severity::Warning,
    source: include_str!("robots_txt_closed.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in &view.rules {
        if matches!(row.rule.normal_form(), Some(b"/robots.txt" | b"/robots.txt$")) {
            findings
                .at(
                    row.rule.record().range(),
                    "this rule has no effect: every crawler may fetch `/robots.txt`",
                )
                .help("delete the line");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /robots.txt\nAllow: /robots.txt$\n"],
        silent: ["User-agent: *\nDisallow: /robots.txt/\nDisallow: /a/robots.txt\nDisallow: /Robots.txt\n"],
    }
}
