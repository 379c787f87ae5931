//! ## What it does
//! Finds a `$` that is not at the end of its pattern.
//!
//! ## Why is this bad
//! Only at the end does it stand for the end of the URL (RFC 9309 §2.2.3, F-21); elsewhere it is a
//! character like any other, and few URLs have it.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /*.pdf$*
//! ```
//! Use instead:
//! ```robots
//! User-agent: *
//! Disallow: /*.pdf$
//! ```

use memchr::memchr_iter;

use crate::finding::{Findings, Severity};
use crate::octets::Octets;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "R311",
    name: "dollar-inside",
    severity: Severity::Warning,
    source: include_str!("dollar_inside.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for (_, value, span) in view.rules_with(Octets::DOLLAR) {
        let Some(at) = memchr_iter(b'$', value).find(|at| at + 1 < value.len()) else { continue };
        let place = span.start + at;
        findings
            .at(place..place + 1, "a `$` that is not at the end is a character like any other")
            .help("write `%24` where that is meant");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /*.pdf$*\nDisallow: /$a$\n"],
        silent: ["User-agent: *\nDisallow: /*.pdf$\nDisallow: /%24a\n"],
    }
}
