//! ## What it finds
//! `Content-Signal` and `License` after a blank line at the end of a file with several groups.
//!
//! ## Why it matters
//! Authors often mean the whole site by such a line, but by RFC 9309 it belongs to the last group.
//! placet applies it to both; other programs may not.
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
    let agents = view.agents.iter().map(|it| it.line());
    let Some(last) = agents.chain(view.rules.iter().map(|it| it.rule.line())).max() else { return };
    if view.groups.len() < 2 {
        return;
    }
    let is_blank = |line: usize| view.of(view.line_content(line)).is_empty();
    let rows = view.signals().rows.iter();
    let late =
        rows.filter(|row| matches!(row.key, Key::ContentSignal | Key::License) && row.line > last);
    for row in late {
        let Some(group) = row.group.filter(|_| (last + 1..row.line).any(is_blank)) else {
            continue;
        };
        let help = match row.key {
            Key::License => "move it above the first `User-agent` line",
            _ => "repeat it in each group that it is for",
        };
        findings
            .at(
                row.span.clone(),
                format!(
                    "crawlers differ in whether this is for the whole site or for {} only: it \
                     follows a blank line at the end of the file",
                    crawlers(view, group)
                ),
            )
            .help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /\n\n# all\nContent-Signal: ai-train=no\nLicense: https://a.example/l.xml\n",
        ],
        silent: [
            "User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /\nLicense: https://a.example/l.xml\n",
            "User-agent: *\nDisallow: /a\n\nLicense: https://a.example/l.xml\n",
        ],
    }
}
