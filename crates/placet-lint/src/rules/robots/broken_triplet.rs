//! ## What it does
//! Finds `%` in patterns without two hexadecimal digits behind it.
//!
//! ## Why is this bad
//! It stands for itself, and no valid URL holds a `%` that is not followed by two digits. A triplet
//! that the end of the pattern cuts short is left alone: the rest of it may follow.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /100%/
//! ```
//! Use instead:
//! ```robots
//! User-agent: *
//! Disallow: /100%25/
//! ```
//!
//! ## Fix safety
//! Unsafe: the rule matches something afterwards.

use memchr::memchr_iter;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::octets::Octets;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "R124",
    name: "broken-triplet",
    severity: Severity::Warning,
    source: include_str!("broken_triplet.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for (_, value, span) in view.rules_with(Octets::PERCENT) {
        for at in memchr_iter(b'%', value) {
            // At the end of the pattern, or before a wildcard, the rest may follow.
            let mut digits = value.iter().skip(at + 1).take(2);
            let odd = digits.find(|octet| !octet.is_ascii_hexdigit());
            if odd.is_none_or(|&octet| octet == b'*') {
                continue;
            }
            let place = span.start + at;
            findings
                .at(place..place + 1, "a `%` without two hexadecimal digits stands in no URL")
                .fix(Fix::risky("encode it", Edit::insert(place + 1, "25")));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /100%/\nDisallow: /%zz\nDisallow: /a%4/\n"],
        silent: ["User-agent: *\nDisallow: /100%25/\nDisallow: /%C3%a9\nDisallow: /%4\nDisallow: /%*\nDisallow: /%\n"],
    }
}
