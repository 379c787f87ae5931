//! ## What it finds
//! Finds bytes above 127 in patterns and names.
//!
//! ## Why it matters
//! Crawlers compare patterns with URLs, in which such bytes stand percent-encoded (RFC 9309 §2.2.2,
//! F-22). Not all of them encode the pattern before they do, and what is not UTF-8 matches other URLs
//! than it seems to.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /café/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /caf%C3%A9/
//! ```
//!
//! ## Fix
//! Safe: the bytes of a pattern are percent-encoded as they stand. Unsafe where they are not UTF-8:
//! most likely the URLs are, and other bytes were meant. Names are left alone.

use placet::syntax::ProblemKind;
use placet::syntax::robots::Key;

use crate::finding::{Applicability, Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB106",
    name: "not-ascii",
    severity: Severity::Warning,
    source: include_str!("not_ascii.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::NotAscii) {
        let span = problem.span().range();
        let is_rule = view.syntax(problem.line()).is_some_and(|it| it.kind != Key::UserAgent);
        if is_rule {
            let is_utf8 = std::str::from_utf8(view.of(span.clone())).is_ok();
            let safety = if is_utf8 { Applicability::Safe } else { Applicability::Unsafe };
            let fix = Fix::new(safety, "percent-encode them", encode(view, span.clone()));
            findings
                .at(span, "bytes above 127 in a pattern; not every crawler encodes them")
                .fix(fix);
        } else {
            findings.at(span, "bytes above 127 in a name; no product token has them");
        }
    }
}

fn encode(view: &View<'_>, span: std::ops::Range<usize>) -> Edit {
    let mut encoded = Vec::with_capacity(span.len() * 2);
    for &byte in view.of(span.clone()) {
        if byte.is_ascii() {
            encoded.push(byte);
        } else {
            encoded.extend_from_slice(format!("%{byte:02X}").as_bytes());
        }
    }
    Edit::replace(span, encoded)
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /café/\n", b"User-agent: b\xF6t\nDisallow: /\xFF\n"],
        silent: ["User-agent: *\n# café\nDisallow: /caf%C3%A9/\n"],
    }
}
