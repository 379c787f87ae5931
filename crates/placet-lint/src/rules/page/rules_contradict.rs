//! ## What it finds
//! Rules that contradict each other: `index` and `noindex`, `follow` and `nofollow`, `archive` and
//! `noarchive`, `snippet` and `nosnippet`, `all` and any of these.
//!
//! ## Why it matters
//! The stricter rule wins, whichever was intended. The other has no effect.
//!
//! ## Example
//! ```http
//! X-Robots-Tag: index, noindex
//! ```
//! Write instead:
//! ```http
//! X-Robots-Tag: noindex
//! ```
//!
//! ## Fix
//! By hand: delete the rule that is not meant.
//!
//! ## Reference
//! - [draft-illyes-repext-03 §3.1.1](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-3.1.1)

use placet::statement::StatementKind;

use crate::finding::{Findings, Severity};
use crate::limits::STATEMENTS;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "TAG110",
    name: "rules-contradict",
    severity: Severity::Warning,
    source: include_str!("rules_contradict.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let rules = || view.statements.iter().filter(|it| it.rule().is_some());
    let restricting: Vec<_> =
        rules().filter(|it| it.kind() == StatementKind::Prohibit).take(STATEMENTS).collect();
    for open in rules().take(STATEMENTS) {
        let against = restricting.iter().find(|it| it.has_addressee_of(open) && it.closes(open));
        let Some(against) = against else { continue };
        let draft = findings
            .at(
                open.span.clone(),
                format!("`{open}` has no effect: `{against}` is stricter and wins"),
            )
            .help("delete the one that is not meant");
        if against.span != open.span {
            draft.also(against.span.clone(), "wins");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["X-Robots-Tag: index, noindex\n", "Robots-Tag: *;all\nX-Robots-Tag: none\n", "X-Robots-Tag: B: snippet, b: max-snippet: 0\n"],
        silent: ["X-Robots-Tag: index, nofollow\n", "X-Robots-Tag: a: index, b: noindex\n", "X-Robots-Tag: snippet, max-snippet: 9, noai\n"],
    }
}
