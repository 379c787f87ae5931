//! ## What it finds
//! Finds a byte order mark at the beginning of the file or of a later line, and what is left of one
//! that was taken for text: `ï»¿`.
//!
//! ## Why it matters
//! UTF-8 needs none. Most parsers skip a whole one at the beginning of the file (F-01); for the others
//! it is part of the key, so that the line is lost.
//!
//! ## Example
//! A file saved by an editor as "UTF-8 with BOM".
//!
//! Write instead: the same saved as plain UTF-8.
//!
//! ## Fix
//! Safe at the beginning of the file, where all skip it. Elsewhere, and where it was taken for text,
//! unsafe: crawlers that do not skip it will read the line.

use placet::syntax::ProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB111",
    name: "byte-order-mark",
    severity: Severity::Note,
    source: include_str!("byte_order_mark.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::ByteOrderMark) {
        let span = problem.span().range();
        let edit = Edit::delete(span.clone());
        let skipped_by_all = span.start == 0 && view.of(span.clone()).first() == Some(&0xEF);
        let (place, fix) = if skipped_by_all {
            ("the file; not every parser skips it", Fix::safe("take it out", edit))
        } else {
            ("the line; most parsers lose the line", Fix::risky("take it out", edit))
        };
        findings.at(span, format!("a byte order mark begins {place}")).fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            b"\xEF\xBB\xBFUser-agent: *\nDisallow: /a\n",
            "\u{C3}\u{AF}\u{C2}\u{BB}\u{C2}\u{BF}User-agent: *\n\u{FEFF}Disallow: /a\n",
        ],
        silent: ["User-agent: *\nDisallow: /\u{FEFF}a\n"],
    }
}
