//! ## What it finds
//! `ACAP-request-take-down` and `ACAP-request-re-crawl`.
//!
//! ## Why it matters
//! Version 1.0 marks these requests as not ready for use, and version 1.1 removed them, so no
//! crawler is expected to act on them. A request is for one resource; `*` and `$` are not wildcards
//! in it.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-request-take-down: /news/*
//! ```
//! Write instead: a removal request with the tools of the crawler's operator.
//!
//! ## Fix
//! By hand: delete the line.
//!
//! ## Reference
//! - ACAP 1.0 §2.6

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
            "crawlers do not act on this request: ACAP never finished requests, and they take no \
             wildcards"
        } else {
            "crawlers do not act on this request: ACAP never finished requests"
        };
        findings
            .at(row.span.clone(), message)
            .help("use the removal or re-crawl tools of the crawler's operator");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-request-take-down: /a\nACAP-request-re-crawl: /a/*\n"],
        silent: ["ACAP-crawler: *\nACAP-allow-crawl: /a/*\n"],
    }
}
