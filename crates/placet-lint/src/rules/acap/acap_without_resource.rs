//! ## What it finds
//! ACAP permissions and prohibitions that name no resource.
//!
//! ## Why it matters
//! The field has no effect. In a conventional group, `Disallow:` says that nothing is closed; ACAP
//! says that with a permission for `/`.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl:
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-allow-crawl: /
//! ```
//!
//! ## Fix
//! By hand: name a resource; `/` is the whole site.
//!
//! ## Reference
//! - ACAP 1.0 §2.4

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA105",
    name: "acap-without-resource",
    severity: Severity::Warning,
    source: include_str!("acap_without_resource.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::AcapEmpty) {
        findings
            .at(view.record(problem.line()), "this field has no effect: it names no resource")
            .help("write a path; `/` is the whole site");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-crawl:\nACAP-allow-index: # /a\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-crawl: /\n"],
    }
}
