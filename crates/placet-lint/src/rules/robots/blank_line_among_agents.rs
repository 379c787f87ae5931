//! ## What it finds
//! Finds blank lines among the `User-agent` lines of one group.
//!
//! ## Why it matters
//! A blank line ends nothing (RFC 9309 §2.2, F-03), so the rules below are for the crawlers above too.
//! It looks as if it were otherwise, and to some old parsers it is.
//!
//! ## Example
//! ```robots
//! User-agent: a
//!
//! User-agent: b
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: a
//! User-agent: b
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: no answer changes, but without the blank lines nobody sees that something else may have
//! been meant.

use placet::syntax::robots::Content;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB205",
    name: "blank-line-among-agents",
    severity: Severity::Note,
    source: include_str!("blank_line_among_agents.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for pair in view.agents.windows(2) {
        let [above, below] = pair else { continue };
        if above.group() != below.group() || above.line() + 1 == below.line() {
            continue;
        }
        let between = view.lines.get(above.line()..below.line() - 1).unwrap_or_default();
        let is_blank = |span: std::ops::Range<usize>| view.of(span).trim_ascii().is_empty();
        let only_blank = between
            .iter()
            .all(|line| line.content == Content::Blank && is_blank(line.span.range()));
        if !only_blank {
            continue;
        }
        let edits = between.iter().map(|line| Edit::delete(line.span.range())).collect();
        findings
            .at(
                below.record().range(),
                "this line goes on with the group above; a blank line ends nothing",
            )
            .also(above.record().range(), "of the same group")
            .fix(Fix::risky_all("take the blank lines out", edits));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: a\n\n  \nUser-agent: b\nDisallow: /a\n"],
        silent: ["User-agent: a\nUser-agent: b\n\nDisallow: /a\n\nUser-agent: c\nDisallow: /b\n"],
    }
}
