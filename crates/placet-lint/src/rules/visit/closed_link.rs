//! References of a page to what robots.txt closes.

use placet::Usage;

use crate::finding::Findings;
use crate::links::{Link, LinkKind};
use crate::meeting::{Caller, Meeting, closed};
use crate::subject::Kind;
use crate::view::quote;

/// Tells of each reference of these kinds that leads to a place of the site which robots.txt closes
/// to a crawler that may crawl the page.
pub(super) fn tell(
    meeting: &Meeting<'_>,
    findings: &mut Findings,
    kinds: &[LinkKind],
    help: &'static str,
) {
    let callers: Vec<&Caller> = meeting.callers().iter().filter(|it| it.enters).collect();
    let is_own = |link: &&Link| link.url.origin() == meeting.url().origin();
    let links = meeting.links().iter().filter(|link| kinds.contains(&link.kind));
    for link in links.filter(is_own) {
        let shut_out = callers
            .iter()
            .find_map(|caller| Some((caller, closed(&caller.inquiry, Usage::Crawl, &link.url)?)));
        let Some((caller, by)) = shut_out else { continue };
        let what = quote(link.url.path().as_bytes());
        let (whom, them) =
            if caller.is_any() { ("crawlers", "them") } else { (&*caller.name, "it") };
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
