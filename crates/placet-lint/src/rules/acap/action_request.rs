//! ## What it finds
//! Finds `ACAP-request-take-down` and `ACAP-request-re-crawl`.
//!
//! ## Why it matters
//! Version 1.0 marks them as not ready for use and 1.1 took them out (R-120). Where one is honoured it
//! is about one resource: wildcards stand for nothing there (R-011).
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-request-take-down: /news/*
//! ```
//! Write instead: the crawler's own tools for removals.

use placet::syntax::acap::Field;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA310",
    name: "action-request",
    severity: Severity::Note,
    source: include_str!("action_request.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in &view.acap().fields {
        let (Field::RequestTakeDown(path) | Field::RequestReCrawl(path)) = row.field else {
            continue;
        };
        let wild = view.of(path.range()).iter().any(|byte| matches!(byte, b'*' | b'$'));
        let message = if wild {
            "a request is about one resource, without wildcards; and no version has it ready for use"
        } else {
            "no version of ACAP has requests ready for use"
        };
        findings.at(row.span.clone(), message);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-request-take-down: /a\nACAP-request-re-crawl: /a/*\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-crawl: /a/*\n"],
    }
}
