//! ## What it does
//! Finds characters in patterns that no URL holds as they are: white space, quotes, angle brackets,
//! `\`, `^`, `` ` ``, braces, `|`.
//!
//! ## Why is this bad
//! Crawlers ask for URLs in which these stand percent-encoded, and not all of them encode the pattern
//! before they compare (F-22).
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /my drafts/
//! ```
//! Use instead:
//! ```robots
//! User-agent: *
//! Disallow: /my%20drafts/
//! ```
//!
//! ## Fix safety
//! Unsafe: an encoded character counts three octets where rules are compared (F-23), so that the rule
//! can win over others it lost to.

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::octets::Octets;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "R123",
    name: "pattern-needs-encoding",
    severity: Severity::Note,
    source: include_str!("pattern_needs_encoding.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for (_, value, span) in view.rules_with(Octets::ENCODED) {
        let others = value.split(|it| *it == b' ').skip(1);
        if others.into_iter().any(|it| it.starts_with(b"/") || it.ends_with(b":")) {
            continue;
        }
        let mut encoded = Vec::with_capacity(value.len() + 8);
        for &octet in value {
            if Octets::of(&[octet]).meets(Octets::ENCODED) {
                encoded.extend_from_slice(format!("%{octet:02X}").as_bytes());
            } else {
                encoded.push(octet);
            }
        }
        findings
            .at(span.clone(), "the pattern holds characters that stand percent-encoded in URLs")
            .fix(Fix::risky("percent-encode them", Edit::replace(span, encoded)));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /my drafts/\nDisallow: /{id}\n"],
        silent: ["User-agent: *\nDisallow: /my%20drafts/[a]?b=c&d\nDisallow: /a /b\n"],
    }
}
