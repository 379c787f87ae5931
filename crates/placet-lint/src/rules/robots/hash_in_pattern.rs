//! ## What it finds
//! Finds patterns that are cut short by a `#` without white space before it.
//!
//! ## Why it matters
//! `#` begins a comment anywhere (RFC 9309 §2.2, F-02). Of `Disallow: /#!/drafts` the pattern is `/`,
//! which closes the whole site.
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
//! Unsafe: the rule matches something else afterwards. A URL that crawlers ask for has no `#` at all,
//! unless it is percent-encoded.

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
            .at(cut, "`#` begins a comment, so the pattern ends before it")
            .label("not part of the pattern")
            .also(value.range(), "this is all that is matched")
            .help("write `%23` for a `#`, or white space before a comment")
            .fix(Fix::risky("encode it", Edit::replace(value.end()..value.end() + 1, "%23")));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /#!/a\nAllow: /b#c\n"],
        silent: ["User-agent: *\nDisallow: /a # b\nDisallow: /b\t#c\nDisallow: #c\n"],
    }
}
