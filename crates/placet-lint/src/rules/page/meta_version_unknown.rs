//! ## What it finds
//! META elements with a version number that ACAP does not have.
//!
//! ## Why it matters
//! ACAP has the versions 0.2, 1.0 and 1.1. A crawler applies the features of the version that the
//! page declares and ignores later ones, so with another number it cannot know what to apply.
//!
//! ## Example
//! ```html
//! <meta name="robots" content="ACAP Version 2.0">
//! ```
//! Write instead:
//! ```html
//! <meta name="robots" content="ACAP Version 1.1">
//! ```
//!
//! ## Fix
//! By hand: write a version that ACAP has.
//!
//! ## Reference
//! - ACAP Part 2 §2.2.7

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::rules::acap::table::VERSIONS;
use crate::view::{View, quote};

pub(crate) const RULE: Rule = Rule {
    code: "HTM109",
    name: "meta-version-unknown",
    severity: Severity::Warning,
    source: include_str!("meta_version_unknown.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for meta in view.acap_metas() {
        let mut words = meta.content.split_ascii_whitespace().skip(1);
        // Another rule reports words that are not numbers.
        let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit() || c == '.');
        let (Some(keyword), Some(version), None) =
            (words.next(), words.next().filter(is_number), words.next())
        else {
            continue;
        };
        if keyword.eq_ignore_ascii_case("version") && !VERSIONS.contains(&version) {
            findings
                .at(
                    meta.position.span.range(),
                    format!(
                        "crawlers cannot know which ACAP features to expect: there is no version {}",
                        quote(version.as_bytes())
                    ),
                )
                .help("write `ACAP Version 1.1`");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["<meta name=robots content='ACAP Version 2.0'>\n<meta name=robots content='acap version 1'>"],
        silent: [
            "<meta name=robots content='ACAP Version 1.1'><meta name=robots content='ACAP version 1.0'>",
            "<meta name=robots content='ACAP version x'><meta name=robots content='version 2.0'>",
            "<meta name=robots content='ACAP version allow-index'>",
        ],
    }
}
