//! ## What it finds
//! `User-agent: *` with other text after it on the same line.
//!
//! ## Why it matters
//! Crawlers do not read the text after the `*`. If it is a rule, that rule is lost.
//!
//! ## Example
//! ```robots
//! User-agent: * Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: moves a rule to its own line, so that it applies after the fix. Delete other text by
//! hand, or write `#` before it.
//!
//! ## Reference
//! - [RFC 9309 §2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1)

use placet::syntax::robots::Key;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB128",
    name: "text-after-star",
    severity: Severity::Warning,
    source: include_str!("text_after_star.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for line in view.agents.iter().filter(|line| line.is_global()) {
        let span = line.span().range();
        let value = view.of(span.clone());
        let rest = value.get(1..).unwrap_or_default().trim_ascii_start();
        if rest.is_empty() {
            continue;
        }
        let rest = span.end - rest.len()..span.end;
        let text = view.of(rest.clone());
        let key = text.split(|&byte| byte == b':').next().unwrap_or_default().trim_ascii();
        let is_rule = text.contains(&b':')
            && matches!(Key::recognise(key), (Key::Allow | Key::Disallow, true));
        let fix = is_rule.then(|| {
            Fix::risky("move it to its own line", Edit::replace(span.start + 1..rest.start, "\n"))
        });
        let (message, help) = if is_rule {
            (
                "this rule has no effect: crawlers read only the `*` before it",
                "write it on its own line",
            )
        } else {
            ("crawlers do not read this text after the `*`", "delete it, or write `#` before it")
        };
        findings.at(rest, message).help(help).fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: * Disallow: /a\n", "User-agent: * (all)\nDisallow: /a\n"],
        silent: ["User-agent: * # all\nDisallow: /a\n"],
    }
}
