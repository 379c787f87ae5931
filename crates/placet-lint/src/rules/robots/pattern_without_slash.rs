//! ## What it finds
//! Patterns that begin with neither `/` nor `*`.
//!
//! ## Why it matters
//! Every path begins with `/`, so such a pattern matches nothing: what it should close stays open.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: inserts `/` before the pattern. The rule has no effect before the fix and one after it.
//!
//! ## Reference
//! - [RFC 9309 §2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)

use placet::syntax::ProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB107",
    name: "pattern-without-slash",
    severity: Severity::Error,
    source: include_str!("pattern_without_slash.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::PatternWithoutSlash) {
        let span = problem.span().range();
        // Another rule reports whole URLs.
        if super::url_in_pattern::path_of(view.of(span.clone())).is_some() {
            continue;
        }
        findings
            .at(
                span.clone(),
                "this rule matches no URL: its pattern begins with neither `/` nor `*`",
            )
            .fix(Fix::risky("insert a `/` before it", Edit::insert(span.start, "/")));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: drafts/\nAllow: ?a\n"],
        silent: ["User-agent: *\nDisallow: /drafts/\nDisallow: *.pdf\nDisallow:\nDisallow: http://a/b\n"],
    }
}
