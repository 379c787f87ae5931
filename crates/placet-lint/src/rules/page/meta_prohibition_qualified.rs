//! ## What it finds
//! ACAP META elements that prohibit a usage with qualifiers.
//!
//! ## Why it matters
//! A prohibition takes no qualifiers: the usage is prohibited whether or not the condition holds.
//! To permit a usage on a condition, write a permission with that condition.
//!
//! ## Example
//! ```html
//! <meta name="robots" content="ACAP disallow-preserve time-limit=30-days">
//! ```
//! Write instead:
//! ```html
//! <meta name="robots" content="ACAP allow-preserve time-limit=30-days">
//! ```
//!
//! ## Fix
//! By hand: write a permission, or delete the qualifiers.
//!
//! ## Reference
//! - ACAP Part 2 §2.2.4

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "HTM108",
    name: "meta-prohibition-qualified",
    severity: Severity::Warning,
    source: include_str!("meta_prohibition_qualified.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for meta in view.acap_metas() {
        let mut words = meta.content.split_ascii_whitespace();
        let is = |word: &str, start: &str| {
            word.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start))
        };
        // A purpose before it may be a URI with any text in it; another rule reports several
        // expressions.
        let usage = words.find(|word| is(word, "disallow-") || is(word, "allow-"));
        let Some(usage) = usage.filter(|word| is(word, "disallow-")) else { continue };
        if !words.any(|word| word.contains('=')) {
            continue;
        }
        let usage = usage.get("disallow-".len()..).unwrap_or_default().to_ascii_lowercase();
        findings
            .at(
                meta.position.span.range(),
                format!(
                    "`{usage}` is prohibited whether or not this condition holds: a prohibition takes \
                     no qualifiers"
                ),
            )
            .help(format!("to permit it on this condition, write `allow-{usage}`"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<meta name=robots content='ACAP disallow-index time-limit=3-days'>",
            "<META NAME=a CONTENT='acap Disallow-Preserve time-limit = 3-days'>",
            "<meta name=robots content='ACAP http://a.example/?b=c disallow-index time-limit&#61;3-days'>",
        ],
        silent: [
            "<meta name=robots content='ACAP disallow-index'>",
            "<meta name=robots content='ACAP allow-index time-limit=3-days'>",
            "<meta name=robots content='ACAP http://a.example/?b=c disallow-index'>",
            "<meta name=robots content='noindex, disallow-index a=b'>",
            "<p>a<meta name=robots content='ACAP disallow-index time-limit=3-days'>",
        ],
    }
}
