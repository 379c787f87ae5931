//! ## What it finds
//! Finds `User-agent` lines with several names.
//!
//! ## Why it matters
//! A line names one crawler: only the leading product token is compared (RFC 9309 §2.2.1, F-11). The
//! others are not addressed.
//!
//! ## Example
//! ```robots
//! User-agent: Googlebot, Bingbot
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: Googlebot
//! User-agent: Bingbot
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: the rules then apply to the others too. Offered where the names are separated by commas.

use placet::syntax::ProblemKind;

use crate::effect::sets::token;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;
use crate::view::lossy;

pub(crate) const RULE: Rule = Rule {
    code: "ROB126",
    name: "several-agents",
    severity: Severity::Error,
    source: include_str!("several_agents.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::AgentNotToken) {
        let span = problem.span().range();
        let value = lossy(view.of(span.clone()));
        let separator = |c: char| c == ',' || c == ';' || c == '|';
        let is_list = value.contains(separator);
        let names: Vec<&str> = value
            .split(|c: char| if is_list { separator(c) } else { c.is_whitespace() })
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        // A field with products and comments is no list; nor are the words of one name.
        let are_names = names.len() > 1
            && names.iter().all(|name| is_list && is_name(name) || looks_like_crawler(name));
        if !are_names {
            continue;
        }
        let compared = token(&value).to_owned();
        let lines = names.join("\nUser-agent: ");
        let fix = is_list
            .then(|| Fix::risky("give each its own line", Edit::replace(span.clone(), lines)));
        findings
            .at(span, format!("a line names one crawler; only `{compared}` is compared"))
            .fix(fix);
    }
}

fn is_name(name: &str) -> bool {
    *name == *token(name) || name == "*"
}

/// Whether a word is a crawler's name by itself, so that two of them are a list. A mere `crawler`
/// or `spider` can be the second word of one name.
fn looks_like_crawler(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let ends = |kind: &&str| name.ends_with(*kind) && name.len() > kind.len();
    is_name(&name) && ["bot", "spider", "crawler", "slurp"].iter().any(ends)
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: Googlebot, Bingbot\nUser-agent: Googlebot Bingbot\nDisallow: /a\n"],
        silent: ["User-agent: Mozilla/5.0 (compatible; a; b)\nUser-agent: Web Copier\nUser-agent: fastbot crawler\nDisallow: /a\n"],
    }
}
