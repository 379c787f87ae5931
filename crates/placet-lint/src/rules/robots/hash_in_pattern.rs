//! ## What it finds
//! Patterns that a `#` without white space before it cuts short.
//!
//! ## Why it matters
//! `#` begins a comment anywhere in a line. `Disallow: /#!/drafts` has the pattern `/`, which
//! closes the whole site.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /#!/drafts
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /%23!/drafts
//! ```
//!
//! ## Fix
//! Unsafe: replaces `#` with `%23`; the rule matches other URLs after the fix. Crawlers request
//! URLs without a `#` part, so only an encoded `#` can match.
//!
//! ## Reference
//! - [RFC 9309 §2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB121",
    name: "hash-in-pattern",
    severity: Severity::Warning,
    source: include_str!("hash_in_pattern.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in &view.rules {
        let value = row.rule.span();
        if value.is_empty() || view.text.get(value.end()) != Some(&b'#') {
            continue;
        }
        let whole = view.line_content(row.rule.line());
        let cut = value.end()..whole.end;
        findings
            .at(
                cut,
                format!(
                    "this rule applies to all URLs that begin with {}: the `#` ends the pattern and begins a \
                     comment",
                    view.quote(value.range())
                ),
            )
            .label("read as a comment")
            .also(value.range(), "the whole pattern")
            .help("write `%23` for a `#` in the URL, or a space before a comment")
            .fix(Fix::risky("write `%23`", Edit::replace(value.end()..value.end() + 1, "%23")));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /#!/a\nAllow: /b#c\n"],
        silent: ["User-agent: *\nDisallow: /a # b\nDisallow: /b\t#c\nDisallow: #c\n"],
    }
}
