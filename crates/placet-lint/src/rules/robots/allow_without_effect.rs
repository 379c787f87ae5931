//! ## What it finds
//! `Allow` rules that override no `Disallow`.
//!
//! ## Why it matters
//! A URL that no rule closes is open anyway, and a longer `Disallow` takes precedence:
//! `Allow: /*.css` opens nothing below `Disallow: /includes/`. Either the line is not needed, or it
//! does not open what its author wanted to open.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Allow: /public/
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Allow: /drafts/public/
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: removes the line, unless it is the last rule of its group. No decision changes, but the
//! author may expect that something closes these URLs, or want them open if something closes them
//! later.
//!
//! ## Reference
//! - [RFC 9309 §2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2)

use placet::robots::RuleKind;

use crate::effect::Effect;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB305",
    name: "allow-without-effect",
    severity: Severity::Note,
    source: include_str!("allow_without_effect.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let effects = view.effects();
    let useless = effects.iter().filter(|&(_, effect)| effect == Effect::OverridesNothing);
    for (place, row) in useless.filter_map(|(place, _)| Some((place, view.rules.get(place)?))) {
        // `Allow: /` alone is a common way to write that everything is open.
        let closes = |other: &crate::view::RuleRow<'_>| {
            other.rule.kind() == RuleKind::Disallow && !other.rule.span().is_empty()
        };
        let is_all = matches!(&*row.rule.pattern(), "/" | "*" | "/*");
        if is_all && !view.rules_of(row.group).iter().any(closes) {
            continue;
        }
        let whole = view.whole_line(row.rule.line());
        let fix = effects
            .removal(view, place, Effect::OverridesNothing)
            .map(|safety| Fix::new(safety, "remove the line", Edit::delete(whole)));
        findings
            .at(
                row.rule.record().range(),
                "this `Allow` has no effect: no `Disallow` closes these URLs in a way it could \
                 override",
            )
            .fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nAllow: /a\nDisallow: /b\n", "User-agent: *\nAllow: /\nDisallow: /b\n"],
        silent: ["User-agent: *\nAllow: /\n", "User-agent: *\nAllow: /b/a\nDisallow: /b\n", "User-agent: *\nAllow: /*.a\nDisallow: /b\n"],
    }
}
