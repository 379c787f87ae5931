//! ## What it finds
//! Finds `%` in patterns without two hexadecimal digits after it. A group that has the pattern with
//! `%25` as well is left alone.
//!
//! ## Why it matters
//! Such a `%` is no valid part of a URL. Browsers and crawlers send it as it is or as `%25`, and compare
//! it in as many ways, so write the pattern in both spellings. A triplet that the end of the pattern cuts
//! short is left alone: the rest of it may follow.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /100%/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /100%/
//! Disallow: /100%25/
//! ```
//!
//! ## Fix
//! Unsafe: the rule that is added closes or opens more.

use memchr::memchr_iter;

use super::twin::{Twins, add};
use crate::byte_set::ByteSet;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::{View, quote};

pub(crate) const RULE: Rule = Rule {
    code: "ROB124",
    name: "broken-percent-encoding",
    severity: Severity::Warning,
    source: include_str!("broken_percent_encoding.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut twins = None;
    for (row, value, span) in view.rules_with(ByteSet::PERCENT) {
        let mut broken = memchr_iter(b'%', value).filter(|&at| is_broken(value, at)).peekable();
        let Some(&first) = broken.peek() else { continue };
        let (mut encoded, mut from) = (Vec::with_capacity(value.len() + 8), 0);
        for at in broken {
            encoded.extend_from_slice(value.get(from..=at).unwrap_or_default());
            encoded.extend_from_slice(b"25");
            from = at + 1;
        }
        encoded.extend_from_slice(value.get(from..).unwrap_or_default());
        if twins.get_or_insert_with(|| Twins::new(view)).has(row, &encoded) {
            continue;
        }
        let place = span.start + first;
        findings
            .at(
                place..place + 1,
                "some crawlers do not match this pattern: a `%` without two hexadecimal digits is no \
                 valid part of a URL",
            )
            .help(format!("add a line with {}", quote(&encoded)))
            .fix(add(view, row, &encoded));
    }
}

/// Whether the `%` at a place begins no triplet. At the end of the pattern, or before a wildcard, the
/// rest of one may follow.
fn is_broken(value: &[u8], at: usize) -> bool {
    let mut digits = value.iter().skip(at + 1).take(2);
    digits.find(|byte| !byte.is_ascii_hexdigit()).is_some_and(|&byte| byte != b'*')
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /100%/\nDisallow: /%zz\nDisallow: /a%4/\n"],
        silent: ["User-agent: *\nDisallow: /100%/\nDisallow: /100%25/\nDisallow: /%C3%a9\n", "User-agent: *\nDisallow: /100%25/\nDisallow: /%C3%a9\nDisallow: /%4\nDisallow: /%*\nDisallow: /%\n"],
    }
}
