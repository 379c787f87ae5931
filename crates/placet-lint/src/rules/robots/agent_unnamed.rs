//! ## What it finds
//! Finds `User-agent` lines without a name.
//!
//! ## Why it matters
//! The line addresses nobody (F-03), and yet it can begin a group, whose rules then apply to nobody.
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
            .at(view.record(problem.line()), "this `User-agent` line names nobody")
            .help("write `*` for every crawler that no group names");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent:\nDisallow: /a\n", "User-agent: # *\nDisallow: /a\n"],
        silent: ["User-agent: *\nDisallow: /a\n"],
    }
}
