//! ## What it finds
//! Bytes that are not valid UTF-8.
//!
//! ## Why it matters
//! robots.txt is UTF-8. Crawlers percent-encode other bytes of a pattern one by one, so `é` in
//! Latin-1 matches `%E9` and not the `%C3%A9` that the URLs of the site contain.
//!
//! ## Example
//! A file saved as Latin-1 or Windows-1252.
//!
//! Write instead: the same file saved as UTF-8.
//!
//! ## Fix
//! By hand: save the file as UTF-8.
//!
//! ## Reference
//! - [RFC 9309 §2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB113",
    name: "not-utf8",
    severity: Severity::Warning,
    source: include_str!("not_utf8.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.policy.encoding().is_wide() {
        return;
    }
    let Err(error) = std::str::from_utf8(view.text) else { return };
    let start = error.valid_up_to();
    // A character that the ceiling cuts is not an error of the file.
    let Some(len) = error.error_len() else { return };
    findings
        .at(
            start..start + len,
            "rules from here on may match other URLs than intended: the file is not UTF-8",
        )
        .help("save the file as UTF-8");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [b"User-agent: *\nDisallow: /caf\xE9/\n"],
        silent: ["User-agent: *\nDisallow: /café/\n"],
    }
}
