//! ## What it finds
//! Characters outside ASCII, such as `ö` or `é`, in patterns and crawler names.
//!
//! ## Why it matters
//! Crawlers compare a pattern with URLs, and URLs contain such characters percent-encoded. Not
//! every crawler encodes the pattern before it compares, so the rule may not match. No crawler's
//! name contains such characters.
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
//! Safe: percent-encodes the characters of a pattern. Unsafe if they are not valid UTF-8, because
//! the URLs most likely contain the UTF-8 form. Names are not changed.
//!
//! ## Reference
//! - [RFC 9309 §2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2)

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
                .at(
                    span,
                    "some crawlers do not match this pattern: it contains characters outside ASCII \
                     (such as ö or é), which URLs contain percent-encoded",
                )
                .fix(fix);
        } else {
            findings
                .at(
                    span,
                    "no crawler has this name: it contains characters outside ASCII (such as ö or é)",
                )
                .help("write the name as the crawler's operator documents it");
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
