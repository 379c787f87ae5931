//! ## What it finds
//! Finds a `*` at the end of a pattern.
//!
//! ## Why it matters
//! A pattern is a prefix (RFC 9309 §2.2.3, F-21): it matches the same without it. But the `*` counts
//! as a byte where rules are compared (F-23), so that it can make the rule win over another of the
//! same length, which is seldom meant.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/*
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: the rule is shorter afterwards and may lose to another.

use crate::byte_set::ByteSet;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB309",
    name: "star-at-end",
    severity: Severity::Note,
    source: include_str!("star_at_end.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for (_, value, span) in view.rules_with(ByteSet::STAR) {
        let stars = value.iter().rev().take_while(|&&byte| byte == b'*').count();
        // All of it is a way to say everything.
        if stars == 0 || matches!(value.get(..value.len() - stars), None | Some(b"" | b"/")) {
            continue;
        }
        let end = span.end - stars..span.end;
        findings
            .at(end.clone(), "a `*` at the end matches nothing more")
            .fix(Fix::risky("take it out", Edit::delete(end)));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a/*\nDisallow: /b**\n"],
        silent: ["User-agent: *\nDisallow: /*\nDisallow: *\nDisallow: /a/*$\nDisallow: /*a\n"],
    }
}
