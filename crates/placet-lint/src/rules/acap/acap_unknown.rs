//! ## What it finds
//! ACAP fields and usages that no ACAP document defines.
//!
//! ## Why it matters
//! The field has no effect, so what it should close stays open.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-dissallow-crawl: /drafts/
//! ACAP-disallow-indexing: /drafts/
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ACAP-disallow-index: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: writes a known name that is similar. The field has no effect before the fix and one
//! after it.
//!
//! ## Reference
//! - ACAP 1.0 §2.5, §3

use placet::Usage;
use placet::syntax::ProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::similar::most_similar;
use crate::view::View;
use crate::view::lossy;

pub(crate) const RULE: Rule = Rule {
    code: "ACA104",
    name: "acap-unknown",
    severity: Severity::Warning,
    source: include_str!("acap_unknown.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::AcapUnknown) {
        let Some(record) = view.syntax(problem.line()) else { continue };
        let name = record.key.start() + 5..record.key.end();
        let written = lossy(view.of(name.clone())).to_ascii_lowercase();
        let mut names: Vec<String> = FIELDS.map(str::to_owned).into();
        for usage in Usage::ALL.into_iter().filter(|usage| usage.is_acap()) {
            names.push(format!("allow-{usage}"));
            names.push(format!("disallow-{usage}"));
        }
        let similar = most_similar(&written, names.iter().map(String::as_str));
        let draft = findings.at(
            record.key.range(),
            format!("this field has no effect: ACAP defines no {}", view.quote(record.key.range())),
        );
        if let Some(similar) = similar {
            draft
                .help(format!("if you meant `ACAP-{similar}`, correct the name"))
                .fix(Fix::risky("correct the name", Edit::replace(name, similar)));
        }
    }
}

const FIELDS: [&str; 9] = [
    "crawler",
    "usage-purpose",
    "permissions-reference",
    "qualified-usage",
    "composite-usage",
    "resource-set",
    "request-take-down",
    "request-re-crawl",
    "version",
];

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-dissallow-crawl: /a\nACAP-allow-frob: /a\nACAP-frob: /a\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-crawl: /a\nACAP-allow-present-snippet: /a\n"],
    }
}
