//! ## What it finds
//! Finds names with a version, or with characters that no crawler's name has.
//!
//! ## Why it matters
//! Crawlers compare the leading letters, `_` and `-` of the value (RFC 9309 §2.2.1). `Googlebot/2.1`
//! addresses every version of Googlebot, so the version only misleads. Digits and dots are left alone:
//! they belong to real names (`MJ12bot`, `360Spider`, `archive.org_bot`), which their crawlers compare
//! as a whole.
//!
//! ## Example
//! ```robots
//! User-agent: Googlebot/2.1
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: Googlebot
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: a crawler that gives the whole value as its name is no longer addressed.

use placet::syntax::ProblemKind;

use crate::effect::sets::token;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;
use crate::view::lossy;

pub(crate) const RULE: Rule = Rule {
    code: "ROB109",
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
        let name = token(&value);
        if let Some(behind) = value.strip_prefix(name).filter(|it| it.starts_with('/')) {
            let message = match name {
                "" => "no crawler is addressed: a name begins with a letter or digit".to_owned(),
                _ => format!("all versions of `{name}` are addressed: only the name is compared"),
            };
            let rest = span.end - behind.len()..span.end;
            let fix =
                (!name.is_empty()).then(|| Fix::risky("leave out the version", Edit::delete(rest)));
            findings.at(span, message).fix(fix);
        } else if let Some(odd) = value.chars().find(|c| !is_of_names(*c)) {
            let message = match name {
                "" => format!("no crawler is addressed: `{odd}` is no part of a crawler's name"),
                _ => format!("`{name}` is addressed: the name ends before `{odd}`"),
            };
            findings.at(span, message).help("write the name alone, as the crawler's operator does");
        }
    }
}

/// Whether crawlers have this character in their names: those of product tokens, and the digits and
/// dots of real names, which are compared as a whole (F-11). A version follows a slash, and what is
/// not ASCII is reported by another rule.
fn is_of_names(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/') || !c.is_ascii()
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: Googlebot/2.1\nUser-agent: (Bingbot)\nUser-agent: a:b\nDisallow: /\n",
            "User-agent: /2.1\nDisallow: /\n",
        ],
        silent: [
            "User-agent: Google-bot_x\nUser-agent: a, b\nUser-agent: a*\nDisallow: /\n",
            "User-agent: MJ12bot\nUser-agent: AI2Bot\nUser-agent: 360Spider\nUser-agent: 008\nDisallow: /\n",
            "User-agent: archive.org_bot\nUser-agent: sitecheck.internetseer.com\nDisallow: /\n",
        ],
    }
}
