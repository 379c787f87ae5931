//! ## What it finds
//! ACAP records for `*` that also name crawlers.
//!
//! ## Why it matters
//! ACAP does not allow other crawlers in a record for `*`. placet reads the record as two, one for
//! `*` and one for the named crawlers; other programs may not.
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
//!
//! ## Fix
//! By hand: delete the name, or repeat the fields in a record of its own.
//!
//! ## Reference
//! - ACAP 1.0 §2.3.1

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
                .at(
                    named.span.clone(),
                    "programs may read this record in different ways: a record for `*` names no other \
                     crawler",
                )
                .also(any.span.clone(), "every crawler")
                .help("delete this line, or repeat the fields in a record of its own");
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
