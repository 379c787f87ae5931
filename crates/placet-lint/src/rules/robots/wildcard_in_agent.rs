//! ## What it finds
//! Finds names with a `*` in them.
//!
//! ## Why it matters
//! `*` alone stands for every crawler; within a name it stands for nothing (RFC 9309 §2.2.1). Of
//! `Google*` the name `Google` is compared as a whole, and `*bot` names nobody.
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
            "" => "a `*` within a name stands for nothing, so no crawler is named".to_owned(),
            name => format!("a `*` within a name stands for nothing; only `{name}` is named"),
        };
        findings.at(span, message);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *bot\nUser-agent: Google*\nDisallow: /a\n"],
        silent: ["User-agent: *\nUser-agent: * # a\nDisallow: /*bot\n"],
    }
}
