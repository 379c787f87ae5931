//! ## What it finds
//! Finds records for `*` that name crawlers too.
//!
//! ## Why it matters
//! A record for any crawler holds no other crawler field (R-033). It is read as if it were two (A-07).
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-crawler: examplebot
//! ACAP-disallow-crawl: /drafts/
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA201",
    name: "star-with-names",
    severity: Severity::Error,
    source: include_str!("star_with_names.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    for record in &table.records {
        let is_any = |name: placet::syntax::Span| view.of(name.range()) == b"*";
        let any = table.crawlers_of(record).find(|(_, name)| is_any(*name));
        let named = table.crawlers_of(record).find(|(_, name)| !is_any(*name));
        if let (Some((any, _)), Some((named, _))) = (any, named) {
            findings
                .at(named.span.clone(), "a record for any crawler names no other")
                .also(any.span.clone(), "any crawler");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-crawler: a\nACAP-disallow-crawl: /a\n"],
        silent: ["ACAP-crawler: b\nACAP-crawler: a\nACAP-disallow-crawl: /a\nACAP-crawler: *\nACAP-allow-crawl: /\n"],
    }
}
