//! ## What it does
//! Finds keys that the standard does not know but that widely used parsers take for one it does:
//! `Dissallow`, `Useragent`, `Disallowed`.
//!
//! ## Why is this bad
//! RFC 9309 §2.2.4 leaves it to crawlers whether they see through a slip (F-07). Those that do not
//! pass over the line.
//!
//! ## Example
//! ```robots
//! Useragent: *
//! Dissallow: /drafts/
//! ```
//! Use instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix safety
//! Safe: the key is replaced by the one it is read as. Unsafe where it begins with that one and goes
//! on, as a record of its own would. Not offered where white space stands in it,
//! which tells that a colon is missing.

use placet::ProblemKind;
use placet::syntax::robots::Key;

use crate::finding::{Applicability, Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;
use crate::view::lossy;

pub(crate) const RULE: Rule = Rule {
    code: "R103",
    name: "misspelt-key",
    severity: Severity::Warning,
    source: include_str!("misspelt_key.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::LenientKey) {
        let span = problem.span().range();
        let written = view.of(span.clone());
        let meant = match Key::recognise(written).0 {
            Key::UserAgent => "User-agent",
            Key::Allow => "Allow",
            Key::Disallow => "Disallow",
            _ => "Sitemap",
        };
        let text = lossy(written);
        if text.contains([' ', '\t']) && !text.eq_ignore_ascii_case("user agent") {
            // Most likely the colon is missing, and the one found belongs to the value.
            findings
                .at(span, format!("all of `{text}` is taken for the key, and read as `{meant}`"));
            continue;
        }
        // What only begins like the key may well be a record of its own.
        let begins =
            written.get(..meant.len()).is_some_and(|it| it.eq_ignore_ascii_case(meant.as_bytes()));
        let safety = if begins { Applicability::Unsafe } else { Applicability::Safe };
        findings
            .at(span.clone(), format!("`{text}` is read as `{meant}`, but not by all"))
            .fix(Fix::new(safety, "replace the key", Edit::replace(span, meant)));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["Useragent: *\nuser agent: a\nDisallow http://a/b\nDissallow: /a\nDisallowed: /b\nsite-map: https://a/\n"],
        silent: ["User-Agent: *\nDISALLOW: /a\nsitemap: https://a/\n"],
    }
}
