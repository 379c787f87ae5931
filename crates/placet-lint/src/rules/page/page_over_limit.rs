//! ## What it finds
//! Finds pages over a ceiling, and tells what lies behind it.
//!
//! ## Why it matters
//! Pages are read up to 512 MiB, 512 elements deep, and as far as no more is to be kept of them than
//! a page can need. What lies behind is not obeyed, and crawlers differ in how far they read.
//!
//! ## Example
//! A page with elements that are never closed, thousands of them.
//!
//! Write instead: rules for crawlers in the head, or in the header.

use memchr::memmem;
use placet::syntax::ProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "HTM107",
    name: "page-over-limit",
    severity: Severity::Warning,
    source: include_str!("page_over_limit.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for span in view.page_problems_of(ProblemKind::PageCut) {
        let unread = view.text.get(span.start..).unwrap_or_default();
        let count = |word: &str| memmem::find_iter(unread, word).count();
        let lost = match count("<meta ") + count("the-acap:") + count("data-nosnippet") {
            0 => "nothing in it speaks to crawlers".to_owned(),
            1 => "1 tag in it may speak to crawlers".to_owned(),
            more => format!("{more} tags in it may speak to crawlers"),
        };
        let bytes = unread.len();
        findings
            .at(span, format!("the page is not read from here on: {bytes} bytes; {lost}"))
            .help("say it in the head of the page, or in the header");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [format!("{}<p class=the-acap:disallow-index>x", "<div class=the-acap:disallow-index>".repeat(2_000))],
        silent: [format!("{}<p class=the-acap:disallow-index>x", "<div class=the-acap:disallow-index>".repeat(100))],
    }
}
