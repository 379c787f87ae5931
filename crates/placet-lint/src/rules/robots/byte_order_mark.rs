//! ## What it finds
//! A byte order mark at the beginning of the file or of a later line, and `ï»¿`, which is a byte
//! order mark that some program read as text.
//!
//! ## Why it matters
//! UTF-8 needs no byte order mark. Most parsers skip one at the beginning of the file; for the
//! others it is part of the key, so they skip the line. In the middle of a file most parsers skip
//! the line.
//!
//! ## Example
//! A file that an editor saved as "UTF-8 with BOM".
//!
//! Write instead: the same file saved as plain UTF-8.
//!
//! ## Fix
//! Safe at the beginning of the file, where every profile of placet skips the mark. Unsafe
//! elsewhere and for `ï»¿`: more crawlers read the line after the fix.
//!
//! ## Reference
//! - [RFC 9309 §2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)

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
        let title = "remove the byte order mark";
        let (who, fix) = if skipped_by_all {
            ("some", Fix::safe(title, edit))
        } else {
            ("most", Fix::risky(title, edit))
        };
        findings
            .at(span, format!("{who} crawlers skip this line: a byte order mark comes before it"))
            .help("save the file as UTF-8 without a byte order mark (BOM)")
            .fix(fix);
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
