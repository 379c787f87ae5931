//! ## What it finds
//! Finds rules that give a whole URL where a pattern should be.
//!
//! ## Why it matters
//! A pattern is compared with the path (RFC 9309 §2.2.2, F-20), which begins with `/`; a URL matches
//! nothing.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: https://example.com/drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: the rule has no effect before and one afterwards.

use placet::syntax::ProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB125",
    name: "url-in-pattern",
    severity: Severity::Error,
    source: include_str!("url_in_pattern.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::PatternWithoutSlash) {
        let span = problem.span().range();
        let Some(path) = path_of(view.of(span.clone())) else { continue };
        let fix = Fix::risky("keep only the path", Edit::replace(span.clone(), path));
        findings.at(span, "a pattern is a path; a whole URL matches nothing").fix(fix);
    }
}

/// The path of a pattern that is a whole URL.
pub(super) fn path_of(value: &[u8]) -> Option<&[u8]> {
    let start = |scheme: &str| {
        let given = value.get(..scheme.len())?;
        given.eq_ignore_ascii_case(scheme.as_bytes()).then(|| value.get(scheme.len()..))?
    };
    let rest = start("http://").or_else(|| start("https://"))?;
    let path = rest.iter().position(|&byte| byte == b'/');
    Some(path.and_then(|at| rest.get(at..)).unwrap_or(b"/"))
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: https://a.example/b\nDisallow: HTTP://a.example\n"],
        silent: ["User-agent: *\nDisallow: /https://a\nDisallow: a.example/b\nSitemap: https://a/b\n"],
    }
}
