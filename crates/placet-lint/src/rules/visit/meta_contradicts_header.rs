//! ## What it finds
//! Finds META elements and fields of the response that contradict each other: one opens what the
//! other closes to the same crawler, or both give a rule another value.
//!
//! ## Why it matters
//! What they say is united and only restricts (T-03, T-04, T-12), so the narrower of the two holds,
//! whichever was meant. An ACAP permission in the page does not lift a rule in the header (A-27).
//!
//! ## Example
//! ```visit
//! https://example.com/news/1
//!
//! HTTP/1.1 200 OK
//! Robots-Tag: *;noindex
//!
//! <meta name="robots" content="index">
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1
//!
//! HTTP/1.1 200 OK
//! Robots-Tag: *;noindex
//!
//! <meta name="robots" content="noindex">
//! ```

use std::mem::discriminant;

use placet::page::PageRule;

use crate::finding::{Findings, Severity};
use crate::limits::STATEMENTS;
use crate::meeting::Meeting;
use crate::rule::{Check, Rule};
use crate::statement::Placed;
use crate::subject::Kind;

pub(crate) const RULE: Rule = Rule {
    code: "MIX103",
    name: "meta-contradicts-header",
    severity: Severity::Warning,
    source: include_str!("meta_contradicts_header.rs"),
    check: Check::Visit(check),
};

fn check(meeting: &Meeting<'_>, findings: &mut Findings) {
    let (Some(fields), Some(page)) = (&meeting.fields, &meeting.page) else { return };
    for meta in page.statements.iter().filter(|it| it.element().is_none()).take(STATEMENTS) {
        let mut others = fields.statements.iter().take(STATEMENTS);
        let Some((field, how)) = others.find_map(|field| Some((field, conflict(meta, field)?)))
        else {
            continue;
        };
        findings
            .at(meta.span.clone(), format!("`{meta}` here and `{field}` in the header: {how}"))
            .within(Kind::Page)
            .also_within(Kind::Fields, field.span.clone(), "the header")
            .help("say it in one of the two, or the same in both");
    }
}

/// What comes of it that the two say different things of one matter to one crawler.
fn conflict(meta: &Placed<'_>, field: &Placed<'_>) -> Option<&'static str> {
    let lifts_not = |open: &Placed<'_>, shut: &Placed<'_>| shut.binds(open) && shut.closes(open);
    if lifts_not(meta, field) || lifts_not(field, meta) {
        return Some("what restricts holds");
    }
    let (one, other) = (meta.rule()?, field.rule()?);
    let has_other_value = one != other && discriminant(&one) == discriminant(&other);
    let is_valued = !matches!(one, PageRule::NoEffect(_));
    (is_valued && has_other_value && meta.has_addressee_of(field)).then_some("the narrower holds")
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/b\n\nHTTP/1.1 200\nRobots-Tag: *;noindex\n\n<meta name=robots content='index, follow'>",
            "https://a.example/b\n\nHTTP/1.1 200\nRobots-Tag: *;all\n\n<meta name=robots content=nosnippet>",
            "https://a.example/b\n\nHTTP/1.1 200\nRobots-Tag: *;max-snippet=20\n\n<meta name=robots content='max-snippet:50'>",
            "https://a.example/b\n\nHTTP/1.1 200\nRobots-Tag: *;noarchive\n\n<meta name=robots content='ACAP allow-present-currentcopy'>",
            "https://a.example/b\n\nHTTP/1.1 200\nRobots-Tag: *;noindex\n\n<meta name=c content=index>",
        ],
        silent: [
            "https://a.example/b\n\nHTTP/1.1 200\nRobots-Tag: *;noindex\n\n<meta name=robots content=noindex>",
            "https://a.example/b\n\nHTTP/1.1 200\nRobots-Tag: c;noindex\n\n<meta name=robots content=index>",
            "https://a.example/b\n\nHTTP/1.1 200\nRobots-Tag: *;max-snippet=20\n\n<meta name=robots content='max-snippet:20, max-video-preview:9'>",
            "https://a.example/b\n\nHTTP/1.1 200\nRobots-Tag: c;max-snippet=20\n\n<meta name=d content='max-snippet:50'>",
        ],
    }
}
