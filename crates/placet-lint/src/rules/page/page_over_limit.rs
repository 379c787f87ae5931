//! ## What it finds
//! Pages that exceed a limit, with the number of tags after it that may be for crawlers.
//!
//! ## Why it matters
//! placet reads a page up to 512 MiB and 512 nested elements, and keeps no more of it than a page
//! can need. It does not obey what comes after that, and crawlers have limits of their own.
//!
//! ## Example
//! A page with thousands of elements that are never closed.
//!
//! Write instead: rules for crawlers in the head of the page, or in the HTTP header.
//!
//! ## Fix
//! By hand: move the rules into the head of the page, or into the HTTP header.

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
            0 => "no tag in them is for crawlers".to_owned(),
            1 => "1 tag in them may be for crawlers".to_owned(),
            more => format!("{more} tags in them may be for crawlers"),
        };
        let bytes = unread.len();
        findings
            .at(
                span,
                format!("the last {bytes} bytes of this page are not read, because it exceeds a limit: {lost}"),
            )
            .help("move rules for crawlers into the head of the page, or into the HTTP header");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [format!("{}<p class=the-acap:disallow-index>x", "<div class=the-acap:disallow-index>".repeat(2_000))],
        silent: [format!("{}<p class=the-acap:disallow-index>x", "<div class=the-acap:disallow-index>".repeat(100))],
    }
}
