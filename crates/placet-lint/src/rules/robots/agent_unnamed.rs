//! ## What it finds
//! `User-agent` lines without a name.
//!
//! ## Why it matters
//! The line addresses no crawler. If it begins a group, no crawler applies the rules of that group.
//!
//! ## Example
//! ```robots
//! User-agent:
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! By hand: name a crawler, or write `*` for every crawler that no group names.
//!
//! ## Reference
//! - [RFC 9309 §2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1)

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB108",
    name: "agent-unnamed",
    severity: Severity::Warning,
    source: include_str!("agent_unnamed.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::AgentUnnamed) {
        findings
            .at(view.record(problem.line()), "this line addresses no crawler: it names none")
            .help("name a crawler, or write `*` for every crawler that no group names");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent:\nDisallow: /a\n", "User-agent: # *\nDisallow: /a\n"],
        silent: ["User-agent: *\nDisallow: /a\n"],
    }
}
