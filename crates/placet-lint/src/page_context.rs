//! The files of one URL, prepared for the rules.

use std::cell::OnceCell;
use std::ops::Range;

use placet::explain::Reason;
use placet::extent::Closed;
use placet::signals::Families;
use placet::statement::Source;
use placet::syntax::Span;
use placet::{Agent, AgentPolicy, RobotsPolicy, Usage};
use url::Url;

use crate::limits::CRAWLERS_ASKED;
use crate::links::{Link, links};
use crate::statement::Placed;
use crate::subject::Kind;
use crate::view::{View, quote};
use crate::visit::Visit;

/// The files of one URL, prepared for the rules.
pub(crate) struct PageContext<'s> {
    pub(crate) visit: &'s Visit<'s>,
    /// The families of signals that are read.
    pub(crate) families: Families,
    pub(crate) robots: Option<View<'s>>,
    pub(crate) fields: Option<View<'s>>,
    pub(crate) page: Option<View<'s>>,
    crawlers: OnceCell<Vec<Crawler>>,
    links: OnceCell<Vec<Link>>,
}

/// A crawler with its view of the robots.txt.
#[derive(Debug)]
pub(crate) struct Crawler {
    /// Its name in the robots.txt; `*` for all that it does not name.
    pub(crate) name: String,
    pub(crate) policy: AgentPolicy,
    /// Whether it may crawl the page.
    pub(crate) may_crawl: bool,
}

impl Crawler {
    /// Whether it is `*`: all crawlers that the robots.txt does not name.
    pub(crate) fn is_any(&self) -> bool {
        self.name == "*"
    }

    /// What messages call it.
    pub(crate) fn label(&self) -> String {
        if self.is_any() { "crawlers".to_owned() } else { quote(self.name.as_bytes()) }
    }

    /// Whether robots.txt closes a part of the site to it, but not all of it.
    pub(crate) fn is_kept_from_part(&self) -> bool {
        self.policy.extent().closed() == Closed::Part
    }
}

impl<'s> PageContext<'s> {
    pub(crate) fn new(visit: &'s Visit<'_>, families: Families) -> Self {
        let view = |kind| visit.file(kind).map(|file| View::new(file, families));
        Self {
            visit,
            families,
            robots: view(Kind::Robots).filter(|view| !view.is_page),
            fields: view(Kind::Fields),
            page: view(Kind::Page),
            crawlers: OnceCell::new(),
            links: OnceCell::new(),
        }
    }

    /// The URL.
    pub(crate) fn url(&self) -> &'s Url {
        self.visit.address()
    }

    /// The place of the file of this kind among those of the URL.
    pub(crate) fn place(&self, kind: Kind) -> usize {
        let place = self.visit.files().iter().position(|file| file.kind() == kind);
        place.unwrap_or(usize::MAX)
    }

    /// The statements of header and page, each with the kind of its file.
    pub(crate) fn statements(&self) -> impl Iterator<Item = (Kind, &Placed<'s>)> {
        let views = [(Kind::Fields, &self.fields), (Kind::Page, &self.page)];
        views.into_iter().flat_map(|(kind, view)| {
            view.iter().flat_map(move |view| view.statements.iter().map(move |it| (kind, it)))
        })
    }

    /// `*`, then the crawlers that the robots.txt names; none without a robots.txt.
    pub(crate) fn crawlers(&self) -> &[Crawler] {
        self.crawlers.get_or_init(|| {
            let Some(view) = &self.robots else { return Vec::new() };
            let named = view.policy.addressees().into_iter().filter(|it| it.name() != "*");
            let all = std::iter::once(Agent::new("*")).chain(named).take(CRAWLERS_ASKED);
            all.map(|agent| self.crawler(view.policy, agent)).collect()
        })
    }

    /// The crawler of this name; without a name, `*`.
    pub(crate) fn crawler_named(&self, name: Option<&str>) -> Option<Crawler> {
        let view = self.robots.as_ref()?;
        Some(self.crawler(view.policy, Agent::new(name.unwrap_or("*"))))
    }

    fn crawler(&self, policy: &RobotsPolicy, agent: Agent) -> Crawler {
        let name = agent.name().to_owned();
        let policy = policy.for_agent(agent);
        let may_crawl = closed(&policy, Usage::Crawl, self.url()).is_none();
        Crawler { name, policy, may_crawl }
    }

    /// Whether robots.txt, header and page together permit the crawler this usage of the page.
    pub(crate) fn permits(&self, crawler: &Crawler, usage: Usage) -> bool {
        closed(&crawler.policy.page(self.visit.page_policy()), usage, self.url()).is_none()
    }

    /// The links of the page.
    pub(crate) fn links(&self) -> &[Link] {
        self.links.get_or_init(|| match &self.page {
            Some(page) => links(page.text, self.url()),
            None => Vec::new(),
        })
    }
}

/// The span in robots.txt that prohibits a usage of a URL, empty if no line of it does; `None` if the
/// usage is permitted or the URL is not valid.
pub(crate) fn closed(policy: &AgentPolicy, usage: Usage, url: &Url) -> Option<Range<usize>> {
    let decision = policy.may(usage, url.as_str()).ok()?;
    if decision.verdict().is_permit() {
        return None;
    }
    // If the crawler may not crawl the URL, that is the reason.
    if usage != Usage::Crawl
        && let Some(by) = closed(policy, Usage::Crawl, url)
    {
        return Some(by);
    }
    let is_about_usage = |it: &Reason<'_>| it.usage() != Usage::Crawl || usage == Usage::Crawl;
    let mut reasons = decision.reasons().filter(Reason::decides);
    let reason = reasons.find(|it| *it.source() == Source::RobotsTxt && is_about_usage(it));
    Some(reason.and_then(|it| it.span()).map_or(0..0, Span::range))
}
