//! ## What it finds
//! Finds usages and resource sets that are used and not defined.
//!
//! ## Why it matters
//! A permission then grants nothing, and a prohibition on a set closes everything (A-29).
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ```
//! Write instead:
//! ```robots
//! ACAP-resource-set: drafts /drafts/ /private/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ```

use placet::syntax::ProblemKind;
use std::collections::HashSet;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA401",
    name: "undefined-name",
    severity: Severity::Error,
    source: include_str!("undefined_name.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut seen = HashSet::new();
    for problem in view.problems_of(ProblemKind::AcapUndefined) {
        if seen.insert(problem.line()) {
            findings.at(view.record(problem.line()), "the name is not defined").help(
                "a permission grants nothing then, and a prohibition on a set closes everything",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:a\nACAP-allow-(b): /\n"],
        silent: ["ACAP-resource-set: a /a\nACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:A\n"],
    }
}
