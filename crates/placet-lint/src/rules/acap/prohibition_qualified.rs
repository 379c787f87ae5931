//! ## What it finds
//! ACAP prohibitions with qualifiers.
//!
//! ## Why it matters
//! A prohibition takes no qualifiers: crawlers ignore them and prohibit the usage without any
//! condition. To permit a usage on a condition, write a permission with that condition.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-preserve: /news/ time-limit=30-days
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-preserve: /news/ time-limit=30-days
//! ```
//!
//! ## Fix
//! Unsafe: removes the qualifiers. They have no effect, but they show that the author may have
//! meant a permission with a condition.
//!
//! ## Reference
//! - ACAP 1.0 §2.4.2

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA307",
    name: "prohibition-qualified",
    severity: Severity::Warning,
    source: include_str!("prohibition_qualified.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for it in view.acap().permissions().filter(|it| !it.allows) {
        let (Some(first), Some(last)) = (it.qualifiers.first(), it.qualifiers.last()) else {
            continue;
        };
        let Some(resource) = it.resources.last().filter(|it| it.end() < first.name.start()) else {
            continue;
        };
        findings
            .at(
                first.name.start()..last.value.end(),
                "the usage is prohibited whether or not this condition holds: a prohibition takes no \
                 qualifiers",
            )
            .help("to permit the usage on this condition, write `allow` instead of `disallow`")
            .fix(Fix::risky(
                "remove the qualifiers",
                Edit::delete(resource.end()..last.value.end()),
            ));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-index: /a time-limit=3-days x=y\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-index: /a?time-limit=3-days\n"],
    }
}
