//! ## What it finds
//! `ACAP-crawler` names that are empty or do not begin with a letter.
//!
//! ## Why it matters
//! An empty name addresses no crawler. By ACAP's grammar a name begins with a letter; placet
//! compares other names, too, but other programs may not.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: 008
//! ACAP-disallow-crawl: /
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: examplebot
//! ACAP-disallow-crawl: /
//! ```
//!
//! ## Fix
//! By hand: name a crawler, or write `*` for every crawler.
//!
//! ## Reference
//! - ACAP 1.0 §3

use placet::syntax::acap::Field;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA203",
    name: "invalid-crawler-name",
    severity: Severity::Warning,
    source: include_str!("invalid_crawler_name.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in &view.acap().fields {
        let Field::Crawler(name) = row.field else { continue };
        match view.of(name.range()) {
            b"*" => {}
            [] => {
                findings
                    .at(row.span.clone(), "this field addresses no crawler: it names none")
                    .help("name a crawler, or write `*` for every crawler");
            }
            [first, ..] if !first.is_ascii_alphabetic() => {
                findings
                    .at(
                        name.range(),
                        "strict programs skip this name: in ACAP a crawler's name begins with a letter",
                    )
                    .help("to address this crawler, also write a `User-agent` group for it");
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: 008\nACAP-crawler:\nACAP-disallow-crawl: /a\n"],
        silent: ["ACAP-crawler: o'bot 2/1\nACAP-disallow-crawl: /a\nACAP-crawler: *\nACAP-allow-crawl: /\n"],
    }
}
