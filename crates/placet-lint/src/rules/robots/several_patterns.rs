//! ## What it finds
//! Patterns that contain white space followed by another pattern or another record.
//!
//! ## Why it matters
//! A line has one pattern, and white space inside it is part of it. The pattern matches only URLs
//! with an encoded space in that place, so the rule most likely matches nothing.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/ /private/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Disallow: /private/
//! ```
//!
//! ## Fix
//! Unsafe: writes one line for each pattern; each matches URLs after the fix. Offered if every word
//! is a pattern.
//!
//! ## Reference
//! - [RFC 9309 §2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)

use placet::robots::RuleKind;

use crate::byte_set::ByteSet;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB122",
    name: "several-patterns",
    severity: Severity::Warning,
    source: include_str!("several_patterns.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for (row, value, span) in view.rules_with(ByteSet::BLANK) {
        let mut words =
            value.split(|byte| matches!(byte, b' ' | b'\t')).filter(|it| !it.is_empty());
        let Some(_) = words.next() else { continue };
        let mut others = words.clone().peekable();
        if others.peek().is_none() {
            continue;
        }
        let is_pattern = |word: &[u8]| matches!(word.first(), Some(b'/' | b'*'));
        let is_key = |word: &[u8]| {
            word.ends_with(b":")
                && word.len() > 4
                && word.iter().rev().skip(1).all(|it| it.is_ascii_alphabetic() || *it == b'-')
        };
        if !others.clone().any(|word| is_pattern(word) || is_key(word)) {
            continue;
        }
        let all = others.all(is_pattern) && !value.contains(&b':');
        let fix = all.then(|| {
            Fix::risky("write one line for each", split(row.rule.kind(), span.clone(), value))
        });
        findings
            .at(
                span,
                "this rule most likely matches no URL: the white space and the text after it are \
                 part of the pattern",
            )
            .help("write one line for each pattern or record")
            .fix(fix);
    }
}

fn split(kind: RuleKind, span: std::ops::Range<usize>, value: &[u8]) -> Edit {
    let key: &[u8] = if kind == RuleKind::Allow { b"\nAllow: " } else { b"\nDisallow: " };
    let words = value.split(|byte| matches!(byte, b' ' | b'\t')).filter(|it| !it.is_empty());
    Edit::replace(span, words.collect::<Vec<_>>().join(key))
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a /b\t*.c\nDisallow: / Allow: /d\n"],
        silent: ["User-agent: *\nDisallow: /a b\nDisallow: /a\nDisallow: /a # /b\n"],
    }
}
