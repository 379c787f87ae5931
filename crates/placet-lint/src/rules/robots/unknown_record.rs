//! ## What it finds
//! Finds records that nobody knows and whose key is not near one that is known.
//!
//! ## Why it matters
//! It is not: RFC 9309 §2.2.4 lets other records stand. But crawlers pass over them.
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
            findings.at(key.clone(), format!("no crawler knows {}", view.quote(key)));
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
