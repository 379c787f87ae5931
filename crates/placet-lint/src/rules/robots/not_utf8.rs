//! ## What it finds
//! Finds bytes that are not UTF-8.
//!
//! ## Why it matters
//! The file is UTF-8 by RFC 9309 §2.2. In patterns such bytes are percent-encoded one by one (F-06),
//! so that `é` in Latin-1 matches `%E9` and not the `%C3%A9` of the site's URLs.
//!
//! ## Example
//! A file saved as Latin-1 or Windows-1252.
//!
//! Write instead: UTF-8.

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
    // Where the ceiling cuts a character, that is no fault of the file.
    let Some(len) = error.error_len() else { return };
    findings
        .at(start..start + len, "from here on the file is not UTF-8")
        .help("save the file as UTF-8");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [b"User-agent: *\nDisallow: /caf\xE9/\n"],
        silent: ["User-agent: *\nDisallow: /café/\n"],
    }
}
