//! ## What it finds
//! Rules with a whole URL in place of a path.
//!
//! ## Why it matters
//! Crawlers compare a pattern with the path of a URL, which begins with `/`. A whole URL matches
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
//! Unsafe: keeps only the path. The rule has no effect before the fix and one after it.
//!
//! ## Reference
//! - [RFC 9309 §2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2)

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
        findings
            .at(span, "this rule matches no URL: it has a whole URL where crawlers expect a path")
            .fix(fix);
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
