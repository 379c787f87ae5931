//! ## What it finds
//! `.` and `..` as segments of patterns.
//!
//! ## Why it matters
//! Crawlers resolve `.` and `..` before they request a URL, so no URL contains them and the rule
//! never matches.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /../drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! By hand: write the path without `.` and `..`.
//!
//! ## Reference
//! - [RFC 3986 §5.2.4](https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4)

use crate::byte_set::ByteSet;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB313",
    name: "dot-segment",
    severity: Severity::Warning,
    source: include_str!("dot_segment.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for (_, value, span) in view.rules_with(ByteSet::DOT) {
        let path = value.split(|byte| matches!(byte, b'?' | b'*')).next().unwrap_or_default();
        let mut at = span.start;
        let segments = path.split_inclusive(|&byte| byte == b'/').map(|segment| {
            at += segment.len();
            (at - segment.len(), segment)
        });
        // Without a slash after it, the URL may continue the segment.
        let found = segments.into_iter().find(|(_, segment)| matches!(*segment, b"./" | b"../"));
        if let (Some((start, segment)), true) = (found, path.starts_with(b"/")) {
            let place = start..start + segment.len() - 1;
            findings
                .at(
                    place.clone(),
                    format!(
                        "this rule matches no URL: crawlers resolve {} before they request a URL",
                        view.quote(place)
                    ),
                )
                .help("write the path without `.` and `..`");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /../a\nDisallow: /a/./b\n"],
        silent: ["User-agent: *\nDisallow: /.a/..b/\nDisallow: /a/..\nDisallow: /a?b=/../\n"],
    }
}
