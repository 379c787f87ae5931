//! ## What it finds
//! Records with an unknown key that is not similar to a known one.
//!
//! ## Why it matters
//! RFC 9309 allows other records, so this is not an error. But no crawler is known to read this
//! one.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Author: us
//! ```
//! Write instead:
//! ```robots
//! # Author: us
//! User-agent: *
//! ```
//!
//! ## Fix
//! By hand: write `#` before the line if it is a note.
//!
//! ## Reference
//! - [RFC 9309 §2.2.4](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.4)

use placet::syntax::robots::Key;

use super::key_read_by_google::read_as;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB120",
    name: "unknown-record",
    severity: Severity::Note,
    source: include_str!("unknown_record.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for record in view.records.iter().filter(|record| record.kind() == Key::Unknown) {
        if super::typo_in_key::meant(record).is_none() && read_as(record).is_none() {
            let Some(syntax) = view.syntax(record.line()) else { continue };
            let key = syntax.key.range();
            findings
                .at(
                    key.clone(),
                    format!("crawlers skip this line: none is known to read {}", view.quote(key)),
                )
                .help("if it is a note, write `#` before it");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nAuthor: us\n"],
        silent: ["User-agent: *\nHost: a\nDsiallow: /a\nACAP-crawler: *\nContent-Usage: a\n"],
    }
}
