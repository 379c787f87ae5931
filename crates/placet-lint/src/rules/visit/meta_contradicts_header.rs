//! ## What it finds
//! META elements and response headers that contradict each other: one opens what the other closes
//! to the same crawler, or both have the same rule with different values.
//!
//! ## Why it matters
//! Crawlers combine both, and the stricter one wins, whichever was intended. An ACAP permission in
//! the page does not override a rule in the header.
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
//!
//! ## Fix
//! By hand: keep one of the two, or write the same in both.
//!
//! ## Reference
//! - [draft-illyes-repext-03 §3.1.1](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-3.1.1)
//! - [draft-illyes-repext-03 §4](https://datatracker.ietf.org/doc/html/draft-illyes-repext-03#section-4)

use std::mem::discriminant;

use placet::page::PageRule;

use crate::finding::{Findings, Severity};
use crate::limits::STATEMENTS;
use crate::page_context::PageContext;
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

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    let (Some(fields), Some(page)) = (&context.fields, &context.page) else { return };
    for meta in page.statements.iter().filter(|it| it.element().is_none()).take(STATEMENTS) {
        let mut others = fields.statements.iter().take(STATEMENTS);
        let conflict = others.find_map(|field| Some((field, conflict(meta, field)?)));
        let Some((field, message)) = conflict else { continue };
        findings
            .at(meta.span.clone(), message)
            .within(context.place(Kind::Page))
            .also_within(context.place(Kind::Fields), field.span.clone(), "in the header")
            .help("keep one of the two, or write the same in both");
    }
}

/// What follows if the two contradict each other for one crawler.
fn conflict(meta: &Placed<'_>, field: &Placed<'_>) -> Option<String> {
    let loses = |open: &Placed<'_>, shut: &Placed<'_>| shut.binds(open) && shut.closes(open);
    if loses(meta, field) {
        return Some(format!(
            "`{meta}` has no effect: `{field}` in the header is stricter and wins"
        ));
    }
    if loses(field, meta) {
        return Some(format!(
            "`{field}` in the header has no effect: `{meta}` here is stricter and wins"
        ));
    }
    let (one, other) = (meta.rule()?, field.rule()?);
    let has_other_value = one != other && discriminant(&one) == discriminant(&other);
    let is_valued = !matches!(one, PageRule::NoEffect(_));
    (is_valued && has_other_value && meta.has_addressee_of(field))
        .then(|| format!("`{meta}` here and `{field}` in the header differ: the stricter one wins"))
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
