//! ## What it finds
//! Finds `*$` at the end of a pattern.
//!
//! ## Why it matters
//! `*` takes all that follows, so the `$` has nothing to anchor: the pattern matches the same without
//! both (RFC 9309 §2.2.3, F-21).
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/*$
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: the rule is shorter afterwards and may lose to another (F-23).

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB312",
    name: "star-before-dollar",
    severity: Severity::Note,
    source: include_str!("star_before_dollar.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in &view.rules {
        let span = row.rule.span().range();
        let value = view.of(span.clone());
        if !value.ends_with(b"*$") || matches!(value, b"*$" | b"/*$") {
            continue;
        }
        let end = span.end - 2..span.end;
        findings
            .at(end.clone(), "`*$` at the end matches nothing more than leaving it out")
            .fix(Fix::risky("take it out", Edit::delete(end)));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a/*$\n"],
        silent: ["User-agent: *\nDisallow: /*$\nDisallow: /a$\nDisallow: /*a$\n"],
    }
}
