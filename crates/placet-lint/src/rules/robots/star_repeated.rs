//! ## What it finds
//! `**` inside a pattern.
//!
//! ## Why it matters
//! One `*` matches the same. The second one only makes the pattern longer, which can make the rule
//! win over another one.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/**/old
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/*/old
//! ```
//!
//! ## Fix
//! Unsafe: keeps one `*`. The rule is shorter after the fix, so another rule may win over it.
//!
//! ## Reference
//! - [RFC 9309 §2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3)

use memchr::memmem;

use crate::byte_set::ByteSet;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB310",
    name: "star-repeated",
    severity: Severity::Note,
    source: include_str!("star_repeated.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for (_, value, span) in view.rules_with(ByteSet::STAR) {
        let Some(at) = memmem::find(value, b"**") else { continue };
        let stars = value.iter().skip(at).take_while(|&&byte| byte == b'*').count();
        // Another rule reports those at the end of a pattern.
        if at + stars == value.len() {
            continue;
        }
        let place = span.start + at..span.start + at + stars;
        findings
            .at(
                place.clone(),
                format!("one `*` is enough: {} matches the same", view.quote(place.clone())),
            )
            .fix(Fix::risky("keep one `*`", Edit::replace(place, "*")));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a/**/b\nDisallow: ***.c$\n"],
        silent: ["User-agent: *\nDisallow: /a/*/*b\nDisallow: /a**\n"],
    }
}
