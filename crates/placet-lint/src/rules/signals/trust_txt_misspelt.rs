//! ## What it finds
//! Variables in a trust.txt that are most likely meant to be `datatrainingallowed`.
//!
//! ## Why it matters
//! Programs do not know the variable, so that the file says nothing about the training of AI.
//!
//! ## Example
//! ```text
//! # trust.txt
//! data-training-allowed=no
//! ```
//! Write instead:
//! ```text
//! # trust.txt
//! datatrainingallowed=no
//! ```
//!
//! ## Fix
//! Unsafe: corrects the name of the variable.
//!
//! ## Reference
//! - [trust.txt](https://journallist.net/reference-document-for-trust-txt-specifications)

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::similar::most_similar;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG503",
    name: "trust-txt-misspelt",
    severity: Severity::Warning,
    source: include_str!("trust_txt_misspelt.rs"),
    check: Check::File(check),
};

/// The variable about the training of AI.
const VARIABLE: &str = "datatrainingallowed";

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.trust_txt().is_none() {
        return;
    }
    let mut start = 0;
    for line in view.text.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        let at = start;
        start += line.len();
        let Some(equals) = line.iter().position(|&byte| byte == b'=') else { continue };
        let name = line.get(..equals).unwrap_or_default();
        let margin = name.len() - name.trim_ascii_start().len();
        let written = String::from_utf8_lossy(name.trim_ascii()).to_ascii_lowercase();
        let letters: String = written.chars().filter(char::is_ascii_alphabetic).collect();
        let is_near = written != VARIABLE
            && !written.starts_with('#')
            && (letters == VARIABLE || most_similar(&letters, [VARIABLE]).is_some());
        if is_near {
            let span = at + margin..at + margin + written.len();
            findings
                .at(span.clone(), "this line has no effect: trust.txt has no such variable")
                .help(format!("if you meant `{VARIABLE}`, correct the name"))
                .fix(Fix::risky("correct the name", Edit::replace(span, VARIABLE)));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "# trust.txt\ndata-training-allowed=no\ndatatrainingalowed=no\n",
        ],
        silent: [
            "# trust.txt\ndatatrainingallowed=no\n#datatrainingalowed=no\nmember=https://a.example/\n",
        ],
    }
}
