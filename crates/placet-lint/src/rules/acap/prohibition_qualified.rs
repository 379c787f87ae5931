//! ## What it finds
//! Finds prohibitions with qualifiers.
//!
//! ## Why it matters
//! A prohibition takes none (R-053): it holds without them (A-26). Who wants a usage on a condition
//! permits it on that condition.
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
//! Unsafe: the qualifiers are taken out. They are disregarded anyway, but they show that a permission
//! on a condition may have been meant.

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
                "a prohibition takes no qualifiers; it holds without them",
            )
            .help("permit the usage on the condition instead")
            .fix(Fix::risky("take them out", Edit::delete(resource.end()..last.value.end())));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-index: /a time-limit=3-days x=y\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-index: /a?time-limit=3-days\n"],
    }
}
