//! ## What it finds
//! Rules of an ai.txt that apply to nothing: before the first `User-agent` line, or with a pattern that
//! begins with neither `/` nor `*`.
//!
//! ## Why it matters
//! The rule has no effect.
//!
//! ## Example
//! ```text
//! # ai.txt
//! User-Agent: *
//! Disallow: .jpg
//! ```
//! Write instead:
//! ```text
//! # ai.txt
//! User-Agent: *
//! Disallow: *.jpg
//! ```
//!
//! ## Fix
//! By hand: begin the pattern with `/` or `*`, and write the rule below a `User-agent` line.
//!
//! ## Reference
//! - [Spawning: ai.txt](https://spawning.ai/)

use placet::signals::Family;
use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::subject::Kind;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG505",
    name: "ai-txt-rule-without-effect",
    severity: Severity::Error,
    source: include_str!("ai_txt_rule_without_effect.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let is_read = view.kind == Kind::AiTxt && view.reads(Family::AiTxt);
    if !is_read || view.agents.is_empty() {
        return;
    }
    for problem in view.problems_of(ProblemKind::PatternWithoutSlash) {
        let is_extension = view.of(problem.span().range()).starts_with(b".");
        let help = if is_extension {
            "write `*` before it to match file names that end so"
        } else {
            "write `/` before it"
        };
        findings
            .at(
                problem.span().range(),
                "this rule has no effect: the pattern begins with neither `/` nor `*`",
            )
            .help(help);
    }
    for problem in view.problems_of(ProblemKind::RuleOutsideGroup) {
        findings
            .at(
                view.record(problem.line()),
                "this rule has no effect: no `User-agent` line comes before it",
            )
            .help("write `User-Agent: *` above it");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "# ai.txt\nDisallow: /a\nUser-Agent: *\nDisallow: .jpg\nDisallow: images\n",
        ],
        silent: [
            "# ai.txt\nUser-Agent: *\nDisallow: *.jpg\nAllow: /\n",
            "User-agent: *\nDisallow: .jpg\n",
        ],
    }
}
