//! ## What it finds
//! Finds `.` and `..` as segments of patterns.
//!
//! ## Why it matters
//! They are resolved before a URL is asked for (RFC 3986 §5.2.4), so that no URL has them and the rule
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
        // Only a segment that is ended by a slash is known to be one.
        let found = segments.into_iter().find(|(_, segment)| matches!(*segment, b"./" | b"../"));
        if let (Some((start, segment)), true) = (found, path.starts_with(b"/")) {
            let place = start..start + segment.len() - 1;
            findings
                .at(place, "no URL that is asked for has such a segment; the rule never matches");
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
