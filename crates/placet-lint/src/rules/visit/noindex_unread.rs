//! ## What it finds
//! `noindex` on a page that robots.txt does not let crawlers fetch.
//!
//! ## Why it matters
//! A crawler cannot obey a rule in a page that it may not fetch. If other sites link to the page,
//! search engines can still list its URL. Crawlers that are named and kept from the whole site are
//! not reported, because the rule may be meant for the others.
//!
//! ## Example
//! ```visit
//! https://example.com/drafts/1
//!
//! User-agent: *
//! Disallow: /drafts/
//!
//! <meta name="robots" content="noindex">
//! ```
//! Write instead:
//! ```visit
//! https://example.com/drafts/1
//!
//! User-agent: *
//! Disallow:
//!
//! <meta name="robots" content="noindex">
//! ```
//!
//! ## Fix
//! By hand: let crawlers fetch the page for as long as it is to stay out of search results.
//!
//! ## Reference
//! - [Google: robots meta tag](https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag)

use placet::Usage;

use crate::finding::{Findings, Severity};
use crate::page_context::{Crawler, PageContext, closed};
use crate::rule::{Check, Rule};
use crate::statement::Placed;
use crate::subject::Kind;

pub(crate) const RULE: Rule = Rule {
    code: "MIX101",
    name: "noindex-unread",
    severity: Severity::Error,
    source: include_str!("noindex_unread.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    let keeps_out = |it: &Placed<'_>| it.prohibits(Usage::Index) && it.element().is_none();
    for (kind, shut) in context.statements().filter(|(_, it)| keeps_out(it)) {
        let named = shut.addressee().and_then(|name| context.crawler_named(Some(name)));
        let kept_out = match &named {
            Some(crawler) => (!crawler.may_crawl).then_some(crawler),
            None => kept_out(context, shut),
        };
        let Some(crawler) = kept_out else { continue };
        let Some(by) = closed(&crawler.policy, Usage::Crawl, context.url()) else { continue };
        let who = crawler.label();
        findings
            .at(
                shut.span.clone(),
                format!("`{shut}` has no effect: robots.txt does not let {who} fetch the page"),
            )
            .within(context.place(kind))
            .also_within(context.place(Kind::Robots), by, "closes the page")
            .help("let crawlers fetch the page for as long as it is to stay out of search results");
    }
}

/// One of the crawlers that a statement for all addresses and that may not fetch it.
fn kept_out<'m>(context: &'m PageContext<'_>, shut: &Placed<'_>) -> Option<&'m Crawler> {
    let mut crawlers = context.crawlers().iter().filter(|_| shut.addressee().is_none());
    crawlers.find(|it| !it.may_crawl && (it.is_any() || it.is_kept_from_part()))
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/b\n\nUser-agent: *\nDisallow: /b\n\n<meta name=robots content='noindex'>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /\n\nHTTP/1.1 200\nRobots-Tag: *;none",
            "https://a.example/b\n\nUser-agent: c\nDisallow: /b\n\n<meta name=c content=noindex>",
            "https://a.example/b\n\nUser-agent: c\nDisallow: /b\n\n<meta name=robots content=noindex>",
            "https://a.example/b\n\nACAP-crawler: *\nACAP-disallow-crawl: /\n\n<meta name=robots content='ACAP disallow-index'>",
        ],
        silent: [
            "https://a.example/c\n\nUser-agent: *\nDisallow: /b\n\n<meta name=robots content=noindex>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /b\n\n<meta name=robots content=nosnippet>",
            "https://a.example/b\n\nUser-agent: c\nDisallow: /\n\n<meta name=robots content=noindex>",
            "https://a.example/b\n\nUser-agent: c\nDisallow: /b\n\n<meta name=d content=noindex>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /b\n\n<p class=the-acap:disallow-index>x",
        ],
    }
}
