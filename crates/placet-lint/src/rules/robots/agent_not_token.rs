//! ## What it does
//! Finds names with more than a product token can hold: letters, `_` and `-`.
//!
//! ## Why is this bad
//! Crawlers compare the leading run of those characters (RFC 9309 §2.2.1, F-11). `Googlebot/2.1`
//! names Googlebot, which is as well written so; of `AI2Bot` some crawlers compare `AI` alone.
//!
//! ## Example
//! ```robots
//! User-agent: Googlebot/2.1
//! Disallow: /drafts/
//! ```
//! Use instead:
//! ```robots
//! User-agent: Googlebot
//! Disallow: /drafts/
//! ```
//!
//! ## Fix safety
//! Unsafe: a crawler that gives the whole value as its name is no longer addressed.

use placet::ProblemKind;

use crate::effect::sets::token;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;
use crate::view::lossy;

pub(crate) const RULE: Rule = Rule {
    code: "R109",
    name: "agent-not-token",
    severity: Severity::Note,
    source: include_str!("agent_not_token.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::AgentNotToken) {
        let span = problem.span().range();
        let value = lossy(view.of(span.clone()));
        // Lists and wildcards are told by other rules.
        if value.contains(|c: char| c == '*' || c == ',' || c == ';' || c.is_whitespace()) {
            continue;
        }
        match (token(&value), value.find('/')) {
            ("", _) => {
                findings.at(span, "a product token begins with a letter, `_` or `-`");
            }
            (name, Some(slash)) if slash == name.len() => {
                let rest = span.start + name.len()..span.end;
                findings
                    .at(span, format!("only `{name}` is compared"))
                    .fix(Fix::risky("leave out the version", Edit::delete(rest)));
            }
            (name, _) => {
                findings.at(span, format!("crawlers that follow RFC 9309 compare `{name}` alone"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: Googlebot/2.1\nUser-agent: AI2Bot\nUser-agent: 360Spider\nDisallow: /\n"],
        silent: ["User-agent: Google-bot_x\nUser-agent: a, b\nUser-agent: a*\nDisallow: /\n"],
    }
}
