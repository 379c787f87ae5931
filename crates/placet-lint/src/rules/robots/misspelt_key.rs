//! ## What it finds
//! Misspelt keys that widely used parsers accept: `Dissallow`, `Useragent`, `Site-map`.
//!
//! ## Why it matters
//! RFC 9309 lets each crawler decide which misspellings it accepts. A crawler that does not accept
//! this one skips the line, so what it should close stays open to that crawler.
//!
//! ## Example
//! ```robots
//! Useragent: *
//! Dissallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Safe: replaces the key with the one that it is read as.
//!
//! ## Reference
//! - [RFC 9309 §2.2.4](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.4)

use placet::syntax::ProblemKind;
use placet::syntax::robots::Key;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;
use crate::view::lossy;

pub(crate) const RULE: Rule = Rule {
    code: "ROB103",
    name: "misspelt-key",
    severity: Severity::Warning,
    source: include_str!("misspelt_key.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::LenientKey) {
        let span = problem.span().range();
        let written = view.of(span.clone());
        let Some(meant) = Key::recognise(written).0.written() else { continue };
        let text = lossy(written);
        findings
            .at(
                span.clone(),
                format!("some crawlers skip this line: they do not read `{text}` as `{meant}`"),
            )
            .fix(Fix::safe("correct the key", Edit::replace(span, meant)));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Useragent: *\nuser agent: a\nDissallow: /a\nsite-map: https://a/\n"],
        silent: ["User-Agent: *\nDISALLOW: /a\nsitemap: https://a/\nDisallowed: /b\nDisallow http://a/b\nDisallowAITraining: /\n"],
    }
}
