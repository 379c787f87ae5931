//! ## What it finds
//! Pages and headers that say `index`, `follow` or `all`, or permit a usage by ACAP, while
//! robots.txt prohibits it.
//!
//! ## Why it matters
//! A page does not override a conventional rule of robots.txt, and what a crawler may not crawl it
//! may not use either: the permission has no effect. An ACAP permission in the page does replace
//! ACAP fields in robots.txt for the same usage; that is not reported.
//!
//! ## Example
//! ```visit
//! https://example.com/news/1
//!
//! User-agent: *
//! Disallow: /news/
//!
//! <meta name="robots" content="index">
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1
//!
//! User-agent: *
//! Allow: /news/
//!
//! <meta name="robots" content="index">
//! ```
//!
//! ## Fix
//! By hand: change robots.txt or the page, so that both say the same.
//!
//! ## Reference
//! - ACAP Part 2 §2.2.8
//! - [How placet reads it](https://github.com/placet/placet/blob/main/docs/src/law/readings.md)

use placet::Usage;

use crate::finding::{Findings, Severity};
use crate::limits::STATEMENTS;
use crate::page_context::{PageContext, closed};
use crate::rule::{Check, Rule};
use crate::subject::Kind;

pub(crate) const RULE: Rule = Rule {
    code: "MIX102",
    name: "permission-without-effect",
    severity: Severity::Warning,
    source: include_str!("permission_without_effect.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    // One tag can contain several statements; the first is reported.
    let mut reported = None;
    let of_page = context.statements().take(STATEMENTS).filter(|(_, it)| it.element().is_none());
    for (kind, open) in of_page {
        let matters =
            |usage: &Usage| open.rule().is_none() || matches!(usage, Usage::Index | Usage::Follow);
        let mut opens = open.opens().filter(matters).peekable();
        let named = || context.crawler_named(open.addressee());
        let Some(crawler) = opens.peek().and_then(|_| named()) else { continue };
        let mut shut = opens.filter(|&usage| !context.permits(&crawler, usage));
        let by = |usage| Some((usage, closed(&crawler.policy, usage, context.url())?));
        let Some((usage, by)) = shut.find_map(by) else { continue };
        let place = (kind, open.span.clone());
        if reported.as_ref() == Some(&place) {
            continue;
        }
        reported = Some(place);
        let prohibits = if crawler.may_crawl {
            format!("prohibits `{usage}`")
        } else {
            "closes the page".to_owned()
        };
        findings
            .at(open.span.clone(), format!("`{open}` has no effect: robots.txt {prohibits}"))
            .within(context.place(kind))
            .also_within(context.place(Kind::Robots), by, "closes it")
            .help("change robots.txt or the page, so that both say the same");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/b\n\nUser-agent: *\nDisallow: /b\n\n<meta name=robots content='index, follow'>",
            "https://a.example/b\n\nUser-agent: c\nDisallow: /\n\nHTTP/1.1 200\nRobots-Tag: c;all",
            "https://a.example/b\n\nACAP-crawler: *\nACAP-disallow-index: /\n\n<meta name=robots content=index>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /b\n\n<meta name=robots content='ACAP allow-index'>",
            "https://a.example/b\n\nACAP-crawler: *\nACAP-allow-crawl: /\nACAP-disallow-other: /\n\n<meta name=robots content=follow>",
        ],
        silent: [
            "https://a.example/b\n\nUser-agent: *\nDisallow: /c\n\n<meta name=robots content=index>",
            "https://a.example/b\n\nUser-agent: c\nDisallow: /\n\n<meta name=robots content=index>",
            "https://a.example/b\n\nACAP-crawler: *\nACAP-disallow-index: /\n\n<meta name=robots content='ACAP allow-index'>",
            "https://a.example/b\n\nUser-agent: *\nAllow: /\n\n<meta name=robots content='noindex'>",
        ],
    }
}
