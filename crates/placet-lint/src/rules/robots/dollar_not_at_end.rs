//! ## What it finds
//! A `$` before the end of a pattern.
//!
//! ## Why it matters
//! A `$` matches the end of the URL only as the last character of a pattern. Anywhere else it
//! matches a `$` in the URL, and few URLs contain one, so the rule most likely matches nothing. If
//! your URLs contain `$`, the pattern is right. Do not write `%24` instead: Google's matcher
//! decodes nothing, so that pattern does not match a URL with `$`.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /*.pdf$*
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /*.pdf$
//! ```
//!
//! ## Fix
//! By hand: end the pattern at the `$`, unless your URLs contain `$`.
//!
//! ## Reference
//! - [RFC 9309 §2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3)

use memchr::memchr_iter;

use crate::byte_set::ByteSet;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB311",
    name: "dollar-not-at-end",
    severity: Severity::Warning,
    source: include_str!("dollar_not_at_end.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for (_, value, span) in view.rules_with(ByteSet::DOLLAR) {
        let Some(at) = memchr_iter(b'$', value).find(|at| at + 1 < value.len()) else { continue };
        let place = span.start + at;
        findings
            .at(
                place..place + 1,
                "this rule most likely matches no URL: a `$` before the end of a pattern matches only \
                 a `$` in the URL",
            )
            .help("end the pattern here to match the end of the URL; if URLs contain `$`, keep it");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /*.pdf$*\nDisallow: /$a$\n"],
        silent: ["User-agent: *\nDisallow: /*.pdf$\nDisallow: /%24a\n"],
    }
}
