//! ## What it finds
//! Crawler names that contain a `*`.
//!
//! ## Why it matters
//! `*` alone addresses every crawler that no group names; inside a name it is not a wildcard.
//! `Google*` addresses only a crawler named `Google`, and `*bot` addresses no crawler.
//!
//! ## Example
//! ```robots
//! User-agent: *bot
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: Googlebot
//! User-agent: Bingbot
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! By hand: name each crawler on its own line, or write `*` alone.
//!
//! ## Reference
//! - [RFC 9309 §2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1)

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB127",
    name: "wildcard-in-agent",
    severity: Severity::Error,
    source: include_str!("wildcard_in_agent.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for line in &view.agents {
        let span = line.span().range();
        if line.is_global() || !view.of(span.clone()).contains(&b'*') {
            continue;
        }
        let value = line.value();
        let message = match crate::effect::sets::token(&value) {
            "" => "this line addresses no crawler: `*` is not a wildcard inside a name".to_owned(),
            name => {
                format!("this line addresses only `{name}`: `*` is not a wildcard inside a name")
            }
        };
        findings.at(span, message).help(
            "write one line for each name, or `*` alone for every crawler that no group names",
        );
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *bot\nUser-agent: Google*\nDisallow: /a\n"],
        silent: ["User-agent: *\nUser-agent: * # a\nDisallow: /*bot\n"],
    }
}
