//! ## What it finds
//! `User-agent` lines with several names.
//!
//! ## Why it matters
//! A line names one crawler: crawlers compare only its leading product token. The rules below do
//! not apply to the other crawlers of the line.
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
//! Unsafe: writes one line for each name; the rules apply to all of them after the fix. Offered if
//! commas, semicolons or `|` separate the names.
//!
//! ## Reference
//! - [RFC 9309 §2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1)

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
        // A whole User-Agent header with its comments is not a list; nor are the words of one name.
        let are_names = names.len() > 1
            && names.iter().all(|name| is_list && is_name(name) || looks_like_crawler(name));
        if !are_names {
            continue;
        }
        let compared = token(&value).to_owned();
        let lines = names.join("\nUser-agent: ");
        let fix = is_list
            .then(|| Fix::risky("write one line for each", Edit::replace(span.clone(), lines)));
        let addressed = if compared.is_empty() {
            "no crawler".to_owned()
        } else {
            format!("only `{compared}`")
        };
        findings
            .at(span, format!("this line addresses {addressed}: each line names one crawler"))
            .help("write one `User-agent` line for each name")
            .fix(fix);
    }
}

fn is_name(name: &str) -> bool {
    *name == *token(name) || name == "*"
}

/// Whether a word alone is a crawler's name, so that two of them are a list. `crawler` or `spider`
/// can be the second word of one name.
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
