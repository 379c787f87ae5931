//! ## What it finds
//! A `%` in a pattern without two hexadecimal digits after it. A group that also has the pattern
//! with `%25` is not reported.
//!
//! ## Why it matters
//! A URL cannot contain such a `%`. Browsers and crawlers send it unchanged or as `%25`, and
//! crawlers compare it in both ways, so write the pattern both ways. A `%` at the end of the
//! pattern or before a `*` is not reported: the digits may follow in the URL.
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
//! Unsafe: adds a rule with `%25`, which matches more URLs.
//!
//! ## Reference
//! - [RFC 3986 §2.1](https://www.rfc-editor.org/rfc/rfc3986#section-2.1)

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
                "some crawlers do not match this pattern: in a URL, two hexadecimal digits follow \
                 each `%`",
            )
            .help(format!("add a rule with the pattern {}", quote(&encoded)))
            .fix(add(view, row, &encoded));
    }
}

/// Whether two hexadecimal digits do not follow the `%` at a place. At the end of the pattern, or
/// before a wildcard, the URL may contain them.
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
