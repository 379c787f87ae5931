//! ## What it finds
//! `Content-Signal` and `License` after a blank line at the end of a file with several groups, and
//! `License` at the end of a group that is not for `*`.
//!
//! ## Why it matters
//! Authors often mean the whole site by such a line, but by RFC 9309 it belongs to the last group. After
//! a blank line, placet applies it to both; other programs may not.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//!
//! User-agent: ExampleBot
//! Disallow: /
//!
//! License: https://example.com/license.xml
//! ```
//! Write instead:
//! ```robots
//! License: https://example.com/license.xml
//!
//! User-agent: *
//! Disallow: /drafts/
//!
//! User-agent: ExampleBot
//! Disallow: /
//! ```
//!
//! ## Fix
//! By hand: move a `License` line above the first group, and repeat `Content-Signal` in each group that it
//! is for.
//!
//! ## Reference
//! - [RFC 9309 §2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1)
//! - [RSL 1.0](https://rslstandard.org/rsl)

use placet::robots::AgentLine;
use placet::syntax::robots::Key;

use super::table::crawlers;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG111",
    name: "signal-at-end-of-file",
    severity: Severity::Note,
    source: include_str!("signal_at_end_of_file.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let agents = view.agents.iter().map(AgentLine::line);
    let Some(last) = agents.chain(view.rules.iter().map(|it| it.rule.line())).max() else { return };
    let is_blank = |line: usize| view.of(view.line_content(line)).is_empty();
    for row in view.signals().rows.iter().filter(|row| row.line > last) {
        let Some(group) = row.group else { continue };
        let is_apart = (last + 1..row.line).any(is_blank);
        let whom = crawlers(view, group);
        let message = match row.key {
            Key::ContentSignal | Key::License if is_apart && view.groups.len() > 1 => format!(
                "crawlers differ in whether this is for the whole site or for {whom} only: it \
                 follows a blank line at the end of the file"
            ),
            Key::License if !is_apart && !view.is_global(group) => {
                format!("this licence is for {whom} only: it belongs to the group above")
            }
            _ => continue,
        };
        let help = match row.key {
            Key::License => {
                "if it is for the whole site, move it above the first `User-agent` line"
            }
            _ => "repeat it in each group that it is for",
        };
        findings.at(row.span.clone(), message).help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: b\nDisallow: /\nLicense: https://a.example/l.xml\n",
            "User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /\n\n# all\nContent-Signal: ai-train=no\nLicense: https://a.example/l.xml\n",
        ],
        silent: [
            "User-agent: b\nLicense: https://a.example/l.xml\nDisallow: /\n",
            "User-agent: b\nDisallow: /\nUser-agent: *\nDisallow: /a\nLicense: https://a.example/l.xml\n",
            "User-agent: *\nDisallow: /a\n\nLicense: https://a.example/l.xml\n",
        ],
    }
}
