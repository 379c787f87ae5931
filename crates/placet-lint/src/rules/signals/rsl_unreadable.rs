//! ## What it finds
//! RSL documents that are not well-formed XML, whose root element is not `rsl` in the namespace of RSL, that
//! have a document type declaration, or that are too long.
//!
//! ## Why it matters
//! Crawlers cannot read the terms. They have to treat the licence as unknown, so that nothing is granted
//! for AI, and prohibitions in it are not read either.
//!
//! ## Example
//! ```xml
//! <rsl>
//!   <content url="/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//! Write instead:
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! By hand: correct the document at the place that is shown.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)

use placet::signals::SignalProblemKind;
use placet::syntax::signals::rsl::Unreadable;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG402",
    name: "rsl-unreadable",
    severity: Severity::Error,
    source: include_str!("rsl_unreadable.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(document) = view.rsl() else { return };
    let Some(cause) = document.unreadable else { return };
    let problems = document.problems.iter().filter(|it| it.0.0 == SignalProblemKind::NotConformant);
    let start = problems.map(|it| it.0.1.start()).next().unwrap_or(0);
    let start = start.min(view.text.len().saturating_sub(1));
    let rest = view.text.get(start..).unwrap_or_default();
    let (len, cause, help) = match cause {
        _ if is_web_page(view.text) => {
            (1, "it is a web page", "send the document at this URL, or correct the reference")
        }
        Unreadable::TooLong => (1, "it is longer than 512,000 bytes", "shorten it"),
        Unreadable::Unbounded => (
            1,
            "it has a document type declaration, or too many attributes or namespaces",
            "remove the document type declaration",
        ),
        Unreadable::OtherRoot => (
            rest.iter().position(|&byte| byte == b'>').map_or(1, |end| end + 1),
            "its root element is not `rsl` in the namespace of RSL",
            "write `<rsl xmlns=\"https://rslstandard.org/rsl\">`",
        ),
        _ => (1, "it is not well-formed XML from here on", "correct the XML"),
    };
    let end = (start + len).min(view.text.len());
    findings.at(start..end, format!("crawlers cannot read this licence: {cause}")).help(help);
}

/// Whether a web page is in the place of the document.
fn is_web_page(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let begins =
        |start: &[u8]| text.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start));
    begins(b"<!doctype html") || begins(b"<html")
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<rsl>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n<content></rsl>",
            "<!DOCTYPE rsl><rsl xmlns=\"https://rslstandard.org/rsl\"/>",
        ],
        silent: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><prohibits type=\"usage\">ai-train</prohibits></license>\n  </content>\n</rsl>",
            " <?xml version=\"1.0\"?><rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><prohibits type=\"usage\">ai-train</prohibits></license>\n  </content>\n</rsl>",
        ],
    }
}
