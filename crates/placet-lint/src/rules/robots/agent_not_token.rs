//! ## What it finds
//! Crawler names with a version, or with characters that no crawler's name contains.
//!
//! ## Why it matters
//! Crawlers compare only the leading letters, `_` and `-` of the value. `Googlebot/2.1` addresses
//! every version of Googlebot, so the version misleads the reader of the file. Digits and dots are
//! not reported: they are part of real names (`MJ12bot`, `360Spider`, `archive.org_bot`), which
//! those crawlers compare as a whole.
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
//! Unsafe: removes the version. A crawler that takes the whole value as its name is no longer
//! addressed.
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
        // Other rules report lists and wildcards.
        if value.contains(|c: char| c == '*' || c == ',' || c == ';' || c.is_whitespace()) {
            continue;
        }
        let name = token(&value);
        if let Some(version) = value.strip_prefix(name).filter(|it| it.starts_with('/')) {
            let message = match name {
                "" => "this line addresses no crawler: there is no name before the `/`".to_owned(),
                _ => format!(
                    "this line addresses every version of `{name}`: crawlers compare only the name"
                ),
            };
            let rest = span.end - version.len()..span.end;
            let fix =
                (!name.is_empty()).then(|| Fix::risky("remove the version", Edit::delete(rest)));
            findings.at(span, message).fix(fix);
        } else if let Some(odd) = value.chars().find(|c| !is_of_names(*c)) {
            let message = match name {
                "" => format!("this line addresses no crawler: no crawler's name contains `{odd}`"),
                _ => format!("this line addresses `{name}`: the name ends before `{odd}`"),
            };
            findings
                .at(span, message)
                .help("write only the name, as the crawler's operator documents it");
        }
    }
}

/// Whether names of crawlers contain this character: those of product tokens, and the digits and
/// dots of real names, which are compared as a whole (F-11). A version follows a slash, and another
/// rule reports characters outside ASCII.
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
