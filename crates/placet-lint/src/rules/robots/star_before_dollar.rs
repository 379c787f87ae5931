//! ## What it finds
//! `*$` at the end of a pattern.
//!
//! ## Why it matters
//! `*` matches the rest of any URL, so the `$` changes nothing: the pattern matches the same URLs
//! without both.
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
//! Unsafe: removes `*$`. The rule is shorter after the fix, so another rule may win over it.
//!
//! ## Reference
//! - [RFC 9309 §2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3)

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
            .at(
                end.clone(),
                format!(
                    "the final `*$` is not needed: {} matches the same URLs",
                    view.quote(span.start..end.start)
                ),
            )
            .fix(Fix::risky("remove it", Edit::delete(end)));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a/*$\n"],
        silent: ["User-agent: *\nDisallow: /*$\nDisallow: /a$\nDisallow: /*a$\n"],
    }
}
