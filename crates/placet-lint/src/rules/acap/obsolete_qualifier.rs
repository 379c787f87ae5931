//! ## What it finds
//! Qualifiers and roles of ACAP 0.2 that version 1.0 dropped: `used-resource`, `context`, and the
//! roles `icon` and `text` of `must-include-resource`. A file that declares version 0.2 is not
//! reported.
//!
//! ## Why it matters
//! placet reads them. A crawler that knows only 1.0 does not, and treats the permission as a
//! prohibition.
//!
//! ## Example
//! ```robots
//! ##ACAP version=1.0
//! ACAP-crawler: *
//! ACAP-allow-present: / used-resource=/abstract.html
//! ```
//! Write instead:
//! ```robots
//! ##ACAP version=1.0
//! ACAP-crawler: *
//! ACAP-allow-present: / must-use-resource=/abstract.html
//! ```
//!
//! ## Fix
//! By hand: write the qualifier of version 1.0, or declare `##ACAP version=0.2`.
//!
//! ## Reference
//! - ACAP 0.2 §4.5.3

use super::qualified::{Dropped, dropped, qualified};
use super::table::is_of_0_2;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA322",
    name: "obsolete-qualifier",
    severity: Severity::Warning,
    source: include_str!("obsolete_qualifier.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.acap().is_empty() || is_of_0_2(view) {
        return;
    }
    for named in qualified(view).flat_map(|it| it.qualifiers) {
        let Some((what, instead)) = dropped(view, named) else { continue };
        let what = match what {
            Dropped::Type => view.quote(named.name.range()),
            Dropped::Role(role) => format!("the role `{role}`"),
        };
        findings
            .at(
                named.name.start()..named.value.end(),
                format!(
                    "crawlers that know only ACAP 1.0 treat this permission as a prohibition: 1.0 \
                     dropped {what}"
                ),
            )
            .help(format!("write `{instead}`, or declare `##ACAP version=0.2`"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "ACAP-crawler: *\nACAP-allow-present: / used-resource=/a context=within-frame\n",
            "##ACAP version=1.0\nACAP-qualified-usage: q present Used-Resource=/a\nACAP-crawler: *\nACAP-allow-(q): /\n",
            "ACAP-crawler: *\nACAP-allow-present: / must-include-resource=the-acap:icon:/a\n",
        ],
        silent: [
            "##ACAP version=0.2\nACAP-crawler: *\nACAP-allow-present: / used-resource=/a context=within-frame\n",
            "ACAP-crawler: *\nACAP-allow-present: / must-use-resource=/a must-include-resource=the-acap:credit:/a\n",
            "ACAP-crawler: *\nACAP-allow-present: / must-include-resource=/icon:text:a\n",
        ],
    }
}
