//! ## What it finds
//! Finds `User-agent: *` with something behind it on the same line.
//!
//! ## Why it matters
//! What stands behind the `*` is not read (F-12). Where it is a rule, that is lost.
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
//! Unsafe: offered where what stands behind is a rule, which counts afterwards.

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
            Fix::risky("put it on its own line", Edit::replace(span.start + 1..rest.start, "\n"))
        });
        findings.at(rest, "what stands behind the `*` is not read").fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: * Disallow: /a\n", "User-agent: * (all)\nDisallow: /a\n"],
        silent: ["User-agent: * # all\nDisallow: /a\n"],
    }
}
