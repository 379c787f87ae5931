//! ## What it finds
//! Finds `Allow` rules that win over no `Disallow` that matches any of the same URLs.
//!
//! ## Why it matters
//! What nothing closes is open anyway (RFC 9309 §2.2.2, F-25), and what a longer `Disallow` closes
//! stays closed: `Allow: /*.css` opens nothing below `Disallow: /includes/` (F-23).
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
//! Unsafe: no answer changes, but whoever wrote the line thought that something closes these URLs,
//! or wants them open whatever is closed later. The line is removed, unless it is the last of its
//! group.

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
    let useless = effects.iter().filter(|&(_, effect)| effect == Effect::LiftsNothing);
    for (place, row) in useless.filter_map(|(place, _)| Some((place, view.rules.get(place)?))) {
        // `Allow: /` alone says in so many words that everything is open.
        let closes = |other: &crate::view::RuleRow<'_>| {
            other.rule.kind() == RuleKind::Disallow && !other.rule.span().is_empty()
        };
        let is_all = matches!(&*row.rule.pattern(), "/" | "*" | "/*");
        if is_all && !view.rules_of(row.group).iter().any(closes) {
            continue;
        }
        let whole = view.whole_line(row.rule.line());
        let fix = effects
            .removal(view, place, Effect::LiftsNothing)
            .map(|safety| Fix::new(safety, "take the line out", Edit::delete(whole)));
        findings
            .at(
                row.rule.record().range(),
                "lifts nothing: it wins over no `Disallow` that matches any of the same",
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
