//! ## What it finds
//! `acap:` in place of `the-acap:` in names of resource sets and in qualifiers. A file that
//! declares version 0.2, which has that prefix, is not reported.
//!
//! ## Why it matters
//! Since version 1.0 the prefix is `the-acap:`. placet reads the old one in the same way; other
//! programs may not know it.
//!
//! ## Example
//! ```robots
//! ACAP-resource-set: drafts /drafts/ /private/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: acap:resource-set:drafts
//! ```
//! Write instead:
//! ```robots
//! ACAP-resource-set: drafts /drafts/ /private/
//! ACAP-crawler: *
//! ACAP-disallow-crawl: the-acap:resource-set:drafts
//! ```
//!
//! ## Fix
//! Safe: writes `the-acap:`; placet reads both in the same way.
//!
//! ## Reference
//! - ACAP 1.0 §2.4.4

use placet::syntax::Span;

use super::qualified::qualified;
use super::table::{FieldRow, is_of_0_2};
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA313",
    name: "old-prefix",
    severity: Severity::Note,
    source: include_str!("old_prefix.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.acap().is_empty() || is_of_0_2(view) {
        return;
    }
    let resources = view.acap().fields.iter().flat_map(FieldRow::patterns);
    let sets = resources.filter(|it| begins(view, **it, "acap:resource-set:")).copied();
    let roles = ["acap:extract:", "acap:credit:", "acap:link:"];
    let values = qualified(view).flat_map(|it| it.qualifiers).map(|named| named.value);
    let values = values.filter(|it| roles.iter().any(|role| begins(view, *it, role)));
    for span in sets.chain(values) {
        findings
            .at(
                span.range(),
                "some programs do not know this name: since ACAP 1.0 it begins with `the-acap:`",
            )
            .fix(Fix::safe("write `the-acap:`", Edit::insert(span.start(), "the-")));
    }
}

fn begins(view: &View<'_>, span: Span, prefix: &str) -> bool {
    let start = view.of(span.range()).get(..prefix.len());
    start.is_some_and(|it| it.eq_ignore_ascii_case(prefix.as_bytes()))
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "ACAP-resource-set: s /a\nACAP-crawler: *\nACAP-disallow-crawl: acap:resource-set:s\n",
            "ACAP-crawler: *\nACAP-allow-index: / must-use-resource=ACAP:extract:id:a\n",
        ],
        silent: [
            "ACAP-resource-set: s /a\nACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:s\n",
            "##ACAP version=0.2\nACAP-resource-set: s /a\nACAP-crawler: *\nACAP-disallow-crawl: acap:resource-set:s\n",
        ],
    }
}
