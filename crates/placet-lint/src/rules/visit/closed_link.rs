//! Links of a page to URLs that robots.txt closes.

use placet::Usage;

use crate::finding::Findings;
use crate::links::{Link, LinkKind};
use crate::page_context::{Crawler, PageContext, closed};
use crate::subject::Kind;
use crate::view::quote;

/// Reports each link of these kinds to a URL of the same site that robots.txt closes to a crawler
/// that may crawl the page. The message gets the path of the link and the name of the crawler.
pub(super) fn report(
    context: &PageContext<'_>,
    findings: &mut Findings,
    kinds: &[LinkKind],
    message: impl Fn(&str, &str) -> String,
    help: &'static str,
) {
    let crawlers: Vec<&Crawler> = context.crawlers().iter().filter(|it| it.may_crawl).collect();
    let is_own = |link: &&Link| link.url.origin() == context.url().origin();
    let links = context.links().iter().filter(|link| kinds.contains(&link.kind));
    for link in links.filter(is_own) {
        let kept_out = crawlers
            .iter()
            .find_map(|crawler| Some((crawler, closed(&crawler.policy, Usage::Crawl, &link.url)?)));
        let Some((crawler, by)) = kept_out else { continue };
        let path = quote(link.url.path().as_bytes());
        findings
            .at(link.span.clone(), message(&path, &crawler.label()))
            .within(context.place(Kind::Page))
            .also_within(context.place(Kind::Robots), by, "closes it")
            .help(help);
    }
}
