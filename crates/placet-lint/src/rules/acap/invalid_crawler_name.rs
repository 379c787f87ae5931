//! ## What it finds
//! Finds crawler names that do not begin with a letter, or are empty.
//!
//! ## Why it matters
//! By the grammar a name begins with a letter (R-008). Others are compared all the same (A-47); an
//! empty one addresses nobody.
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
                findings.at(row.span.clone(), "this field names nobody");
            }
            [first, ..] if !first.is_ascii_alphabetic() => {
                findings.at(name.range(), "by the grammar a crawler's name begins with a letter");
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
