//! ## What it finds
//! Variables in a trust.txt that are most likely meant to be `datatrainingallowed`, and a colon in place
//! of `=` after it.
//!
//! ## Why it matters
//! Programs do not know such a line, so that the file says nothing about the training of AI.
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
//! Unsafe: corrects the name of the variable, or writes `=`.
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
        let separator = line.iter().position(|byte| matches!(byte, b'=' | b':' | b'#'));
        let Some(end) = separator else { continue };
        let (name, separator) = (line.get(..end).unwrap_or_default(), line.get(end));
        let margin = name.len() - name.trim_ascii_start().len();
        let written = String::from_utf8_lossy(name.trim_ascii()).to_ascii_lowercase();
        let letters: String = written.chars().filter(char::is_ascii_alphabetic).collect();
        let is_near = letters == VARIABLE || most_similar(&letters, [VARIABLE]).is_some();
        let is_right = written == VARIABLE && separator == Some(&b'=');
        if !is_near || is_right || separator == Some(&b'#') {
            continue;
        }
        let (message, help) = if separator == Some(&b':') {
            (
                "this line has no effect: trust.txt has `=` in place of the colon",
                format!("write `{VARIABLE}=`"),
            )
        } else {
            (
                "this line has no effect: trust.txt has no such variable",
                format!("if you meant `{VARIABLE}`, correct the name"),
            )
        };
        let edit = Edit::replace(at + margin..at + end + 1, format!("{VARIABLE}="));
        findings
            .at(at + margin..at + margin + name.trim_ascii().len(), message)
            .help(help)
            .fix(Fix::risky("correct the name", edit));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "# trust.txt\n datatrainingallowed: no\n",
            "# trust.txt\ndata-training-allowed=no\ndatatrainingalowed=no\n",
        ],
        silent: [
            "# trust.txt\ndatatrainingallowed=no\n#datatrainingalowed=no\nmember=https://a.example/\n",
        ],
    }
}
