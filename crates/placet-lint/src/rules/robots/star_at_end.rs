//! ## What it finds
//! A `*` at the end of a pattern.
//!
//! ## Why it matters
//! A pattern is a prefix, so it matches the same URLs without the `*`. But the `*` counts as a
//! character when crawlers compare rules by length, so it can make the rule win over another one,
//! which is rarely intended.
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
//! Unsafe: removes the `*`. The rule is shorter after the fix, so another rule may win over it.
//!
//! ## Reference
//! - [RFC 9309 §2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3)

use crate::byte_set::ByteSet;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::{View, quote};

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
        let prefix = value.get(..value.len() - stars).unwrap_or_default();
        // `*` and `/*` are common ways to write everything.
        if stars == 0 || matches!(prefix, b"" | b"/") {
            continue;
        }
        let end = span.end - stars..span.end;
        findings
            .at(
                end.clone(),
                format!(
                    "the final {} matches nothing more: a rule for {} covers every URL that begins \
                     with it",
                    view.quote(end.clone()),
                    quote(prefix)
                ),
            )
            .help(
                "remove it: crawlers count it as a character when they compare rules by length, so \
                 that this rule may win over another one",
            )
            .fix(Fix::risky("remove it", Edit::delete(end)));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a/*\nDisallow: /b**\n"],
        silent: ["User-agent: *\nDisallow: /*\nDisallow: *\nDisallow: /a/*$\nDisallow: /*a\n"],
    }
}
