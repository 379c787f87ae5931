//! ## What it finds
//! Characters in patterns that URLs contain percent-encoded: white space, quotes, angle brackets,
//! `\`, `^`, `` ` ``, braces, `|`. A group that also has the encoded pattern is not reported.
//!
//! ## Why it matters
//! Crawlers request URLs in which most of these characters are percent-encoded. Some crawlers
//! encode the pattern before they compare; Google's matcher does not, so the rule may not match.
//! Which characters are encoded depends on the crawler and on their place in the URL, so write the
//! pattern both ways.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /my drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /my drafts/
//! Disallow: /my%20drafts/
//! ```
//!
//! ## Fix
//! Unsafe: adds a rule with the encoded pattern, which matches more URLs for some crawlers and can
//! take precedence over other rules.
//!
//! ## Reference
//! - [RFC 9309 §2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2)

use super::twin::{Twins, add};
use crate::byte_set::ByteSet;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::{View, quote};

pub(crate) const RULE: Rule = Rule {
    code: "ROB123",
    name: "pattern-needs-encoding",
    severity: Severity::Note,
    source: include_str!("pattern_needs_encoding.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut twins = None;
    for (row, value, span) in view.rules_with(ByteSet::ENCODED) {
        let others = value.split(|it| *it == b' ').skip(1);
        let is_list = others.into_iter().any(|it| it.starts_with(b"/") || it.ends_with(b":"));
        // A pattern that begins with another character matches nothing in any spelling.
        if is_list || !matches!(value.first(), Some(b'/' | b'*')) {
            continue;
        }
        if value.contains(&b'\\') {
            findings
                .at(
                    span,
                    "this rule most likely matches no URL: crawlers do not request URLs with a `\\`",
                )
                .help("write `/`, or delete the `\\`: patterns are not regular expressions");
            continue;
        }
        let mut encoded = Vec::with_capacity(value.len() + 8);
        for &byte in value {
            if ByteSet::of(&[byte]).intersects(ByteSet::ENCODED) {
                encoded.extend_from_slice(format!("%{byte:02X}").as_bytes());
            } else {
                encoded.push(byte);
            }
        }
        if twins.get_or_insert_with(|| Twins::new(view)).has(row, &encoded) {
            continue;
        }
        findings
            .at(
                span,
                "some crawlers do not match this pattern: URLs contain some of its characters \
                 percent-encoded",
            )
            .help(format!("add a rule with the pattern {}", quote(&encoded)))
            .fix(add(view, row, &encoded));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nDisallow: /my drafts/\nDisallow: /{id}",
            "User-agent: *\nDisallow: /search\\?\nDisallow: /a\\b c\n",
            "User-agent: *\r\nAllow: /a|b # c\r\nDisallow: /a%7Cb\r\n",
        ],
        silent: [
            "User-agent: *\nDisallow: /my%20drafts/[a]?b=c&d\nDisallow: /a /b\n",
            "User-agent: *\nDisallow: /my drafts/\nDisallow: /my%20drafts/\n",
            "User-agent: *\nDisallow: my drafts\n",
        ],
    }

    /// What was closed stays closed in every profile.
    #[test]
    fn no_profile_opens_what_the_pattern_closes() {
        let text = b"User-agent: *\nDisallow: /*?q={x}\nDisallow: /a b\n";
        let subject = crate::Subject::new("robots.txt", text);
        let config =
            crate::Config { select: vec!["ROB123".to_owned()], ..crate::Config::default() };
        let fixed = crate::fix(&subject, &config, crate::Applicability::Unsafe);
        assert_eq!(fixed.applied.len(), 2);
        for profile in placet::Profile::ALL {
            let policy = placet::RobotsPolicy::builder().profile(profile).parse(&fixed.text);
            let agent = policy.for_agent(placet::Agent::new("b"));
            for path in ["/?q={x}", "/?q=%7Bx%7D", "/a b", "/a%20b"] {
                let target = agent.target(path).unwrap();
                assert!(!agent.verdict(&target).is_permit(), "{profile} {path}");
            }
        }
    }
}
