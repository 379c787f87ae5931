//! ## What it finds
//! `Allow` and `Disallow` lines inside an ACAP record.
//!
//! ## Why it matters
//! A crawler that reads the ACAP record ignores these lines. By RFC 9309, ACAP fields are unknown
//! lines, so the rules belong to the `User-agent` group further up, or to no group. Most likely
//! they are meant for the crawlers of the ACAP record.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//!
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! Disallow: /private/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Disallow: /private/
//!
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ACAP-disallow-crawl: /private/
//! ```
//!
//! ## Fix
//! By hand: move the rule below its `User-agent` line, and add an ACAP field in its place.
//!
//! ## Reference
//! - ACAP 1.0 §2.9.2

use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA108",
    name: "rule-in-acap-record",
    severity: Severity::Warning,
    source: include_str!("rule_in_acap_record.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::RuleInAcapRecord) {
        let above = view.agents.partition_point(|line| line.line() < problem.line());
        // By RFC 9309 it belongs to that group wherever it is (A-06).
        let group = above.checked_sub(1).and_then(|at| view.agents.get(at));
        let draft = match group {
            Some(line) => {
                let message = format!(
                    "this rule is for {}, not for the crawlers of the ACAP record around it",
                    view.quote(line.span().range())
                );
                findings
                    .at(view.record(problem.line()), message)
                    .also(line.record().range(), "the group it belongs to")
            }
            None => findings.at(
                view.record(problem.line()),
                "no crawler applies this rule: ACAP records contain no `Allow` or `Disallow`, and no \
                 `User-agent` line comes before it",
            ),
        };
        draft.help(
            "move it below its `User-agent` line; for the ACAP record, write `ACAP-disallow-crawl` or \
             `ACAP-allow-crawl`",
        );
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "ACAP-crawler: *\nACAP-allow-crawl: /\nDisallow: /a\n",
            "User-agent: b\nDisallow: /b\nACAP-crawler: *\nACAP-allow-crawl: /\nDisallow: /a\n",
        ],
        silent: ["ACAP-crawler: *\nACAP-allow-crawl: /\nUser-agent: *\nDisallow: /a\n"],
    }
}
