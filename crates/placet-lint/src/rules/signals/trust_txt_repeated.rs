//! ## What it finds
//! A trust.txt that sets `datatrainingallowed` more than once.
//!
//! ## Why it matters
//! The variable is to be set once. If the values differ, programs differ in which one counts; placet takes
//! `no`.
//!
//! ## Example
//! ```text
//! # trust.txt
//! datatrainingallowed=no
//! datatrainingallowed=yes
//! ```
//! Write instead:
//! ```text
//! # trust.txt
//! datatrainingallowed=no
//! ```
//!
//! ## Fix
//! By hand: keep one of the lines.
//!
//! ## Reference
//! - [trust.txt](https://journallist.net/reference-document-for-trust-txt-specifications)

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG502",
    name: "trust-txt-repeated",
    severity: Severity::Warning,
    source: include_str!("trust_txt_repeated.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(file) = view.trust_txt() else { return };
    let Some(first) = file.training.first() else { return };
    for other in file.training.iter().skip(1) {
        let message = if first.allows == other.allows {
            "this line has no effect: the variable is already set"
        } else {
            "programs differ in whether training is allowed: the variable has two values"
        };
        findings
            .at(other.span.range(), message)
            .also(first.span.range(), "already set here")
            .help("keep one of the lines");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "# trust.txt\ndatatrainingallowed=no\nDATATRAININGALLOWED=yes\ndatatrainingallowed=no\n",
        ],
        silent: [
            "# trust.txt\ndatatrainingallowed=no\n#datatrainingallowed=yes\n",
        ],
    }
}
