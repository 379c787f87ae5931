//! ## What it does
//! Finds a byte order mark at the beginning of the file.
//!
//! ## Why is this bad
//! UTF-8 needs none. Most parsers skip it (F-01); for the others it is part of the first key, so that
//! the first line is lost.
//!
//! ## Example
//! A file saved by an editor as "UTF-8 with BOM".
//!
//! Use instead: the same saved as plain UTF-8.
//!
//! ## Fix safety
//! Safe: the mark is skipped when the file is read.

use placet::ProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "R111",
    name: "byte-order-mark",
    severity: Severity::Note,
    source: include_str!("byte_order_mark.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::ByteOrderMark) {
        let span = problem.span().range();
        findings
            .at(span.clone(), "a byte order mark begins the file; not every parser skips it")
            .fix(Fix::safe("take it out", Edit::delete(span)));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [b"\xEF\xBB\xBFUser-agent: *\nDisallow: /a\n"],
        silent: ["User-agent: *\nDisallow: /\u{FEFF}a\n"],
    }
}
