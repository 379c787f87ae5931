//! ## What it finds
//! Finds patterns with white space in them behind which another pattern, or another record, stands.
//!
//! ## Why it matters
//! A line holds one pattern. White space belongs to it (F-02), so that it matches only URLs with an
//! encoded space at that place, of which there most likely are none.
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
//! Unsafe: each pattern matches something afterwards. Offered where all words are patterns.

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
            Fix::risky("give each its own line", split(row.rule.kind(), span.clone(), value))
        });
        findings
            .at(span, "a line holds one pattern; the white space and what follows belong to it")
            .help("write one line for each")
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
