//! References of a page to what robots.txt closes.

use placet::Usage;

use crate::finding::Findings;
use crate::links::{Link, LinkKind};
use crate::page_context::{Crawler, PageContext, closed};
use crate::subject::Kind;
use crate::view::quote;

/// Tells of each reference of these kinds that leads to a place of the site which robots.txt closes
/// to a crawler that may crawl the page.
pub(super) fn tell(
    context: &PageContext<'_>,
    findings: &mut Findings,
    kinds: &[LinkKind],
    help: &'static str,
) {
    let crawlers: Vec<&Crawler> = context.crawlers().iter().filter(|it| it.may_crawl).collect();
    let is_own = |link: &&Link| link.url.origin() == context.url().origin();
    let links = context.links().iter().filter(|link| kinds.contains(&link.kind));
    for link in links.filter(is_own) {
        let shut_out = crawlers
            .iter()
            .find_map(|crawler| Some((crawler, closed(&crawler.policy, Usage::Crawl, &link.url)?)));
        let Some((crawler, by)) = shut_out else { continue };
        let what = quote(link.url.path().as_bytes());
        let (whom, them) =
            if crawler.is_any() { ("crawlers", "them") } else { (&*crawler.name, "it") };
        findings
            .at(
                link.span.clone(),
                format!("{what} is closed to {whom}, while the page is open to {them}"),
            )
            .within(Kind::Page)
            .also_within(Kind::Robots, by, "closes it")
            .help(help);
    }
}
