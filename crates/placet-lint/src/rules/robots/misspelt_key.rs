//! ## What it finds
//! Finds misspelt keys that widely used parsers take for the right one: `Dissallow`, `Useragent`,
//! `Site-map`.
//!
//! ## Why it matters
//! RFC 9309 §2.2.4 leaves it to crawlers whether they see through a slip. Those that do not pass over
//! the line.
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
//! Safe: the key is replaced by the one it is read as.

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
            .at(span.clone(), format!("not every crawler reads `{text}` as `{meant}`"))
            .fix(Fix::safe("replace the key", Edit::replace(span, meant)));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Useragent: *\nuser agent: a\nDissallow: /a\nsite-map: https://a/\n"],
        silent: ["User-Agent: *\nDISALLOW: /a\nsitemap: https://a/\nDisallowed: /b\nDisallow http://a/b\nDisallowAITraining: /\n"],
    }
}
