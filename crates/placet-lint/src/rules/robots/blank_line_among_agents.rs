//! ## What it finds
//! Blank lines between the `User-agent` lines of one group.
//!
//! ## Why it matters
//! A blank line does not end a group, so the rules below also apply to the crawlers above. The file
//! looks as if they did not, and some old parsers do end the group.
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
//! Unsafe: removes the blank lines. No decision changes, but the blank lines may show that the
//! author meant two groups.
//!
//! ## Reference
//! - [RFC 9309 §2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)

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
        let [one, other] = [above, below].map(|line| view.quote(line.span().range()));
        findings
            .at(
                below.record().range(),
                format!("{one} and {other} share one group: a blank line does not end a group"),
            )
            .also(above.record().range(), "in the same group")
            .help(format!("delete the blank lines, or give {one} rules of its own"))
            .fix(Fix::risky_all("remove the blank lines", edits));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: a\n\n  \nUser-agent: b\nDisallow: /a\n"],
        silent: ["User-agent: a\nUser-agent: b\n\nDisallow: /a\n\nUser-agent: c\nDisallow: /b\n"],
    }
}
