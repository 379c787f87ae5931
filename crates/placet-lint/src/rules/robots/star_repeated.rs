//! ## What it finds
//! Finds `**` within a pattern.
//!
//! ## Why it matters
//! One `*` matches as much (RFC 9309 §2.2.3, F-21).
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
//! Unsafe: the rule is shorter afterwards and may lose to another (F-23).

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
        // At the end all of them are too many, which another rule tells.
        if at + stars == value.len() {
            continue;
        }
        let place = span.start + at..span.start + at + stars;
        findings
            .at(place.clone(), "one `*` matches as much")
            .fix(Fix::risky("leave one", Edit::replace(place, "*")));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a/**/b\nDisallow: ***.c$\n"],
        silent: ["User-agent: *\nDisallow: /a/*/*b\nDisallow: /a**\n"],
    }
}
