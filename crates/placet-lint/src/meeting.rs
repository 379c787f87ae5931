//! What a crawler meets at one URL, prepared for the rules.

use std::cell::OnceCell;
use std::ops::Range;

use placet::explain::Reason;
use placet::extent::Closed;
use placet::statement::Source;
use placet::syntax::Span;
use placet::{Agent, AgentPolicy, RobotsPolicy, Usage};
use url::Url;

use crate::limits::CRAWLERS_ASKED;
use crate::links::{Link, links};
use crate::statement::Placed;
use crate::subject::Kind;
use crate::view::View;
use crate::visit::Visit;

/// What a crawler meets at one URL, prepared for the rules.
pub(crate) struct Meeting<'s> {
    visit: &'s Visit<'s>,
    pub(crate) robots: Option<View<'s>>,
    pub(crate) fields: Option<View<'s>>,
    pub(crate) page: Option<View<'s>>,
    callers: OnceCell<Vec<Caller>>,
    links: OnceCell<Vec<Link>>,
}

/// A crawler before the site.
#[derive(Debug)]
pub(crate) struct Caller {
    /// Its name as the robots.txt has it; `*` for all that are not named there.
    pub(crate) name: String,
    pub(crate) inquiry: AgentPolicy,
    /// It may crawl the page.
    pub(crate) enters: bool,
}

impl Caller {
    /// Whether it stands for all crawlers that are not named.
    pub(crate) fn is_any(&self) -> bool {
        self.name == "*"
    }

    /// Whether robots.txt closes more than nothing and less than everything to it.
    pub(crate) fn is_kept_from_part(&self) -> bool {
        self.inquiry.extent().closed() == Closed::Part
    }
}

impl<'s> Meeting<'s> {
    pub(crate) fn new(visit: &'s Visit<'_>) -> Self {
        let view = |kind| visit.file(kind).map(View::new);
        Self {
            visit,
            robots: view(Kind::Robots).filter(|view| !view.is_page),
            fields: view(Kind::Fields),
            page: view(Kind::Page),
            callers: OnceCell::new(),
            links: OnceCell::new(),
        }
    }

    /// What is met.
    pub(crate) fn url(&self) -> &'s Url {
        self.visit.address()
    }

    /// What response and page say, and in which of them.
    pub(crate) fn statements(&self) -> impl Iterator<Item = (Kind, &Placed<'s>)> {
        let views = [(Kind::Fields, &self.fields), (Kind::Page, &self.page)];
        views.into_iter().flat_map(|(kind, view)| {
            view.iter().flat_map(move |view| view.statements.iter().map(move |it| (kind, it)))
        })
    }

    /// The crawlers that the robots.txt names, behind those that it does not; none without one.
    pub(crate) fn callers(&self) -> &[Caller] {
        self.callers.get_or_init(|| {
            let Some(view) = &self.robots else { return Vec::new() };
            let named = view.policy.addressees().into_iter().filter(|it| it.name() != "*");
            let all = std::iter::once(Agent::new("*")).chain(named).take(CRAWLERS_ASKED);
            all.map(|agent| self.caller(view.policy, agent)).collect()
        })
    }

    /// The crawler of this name; without one, those that the robots.txt does not name.
    pub(crate) fn caller_named(&self, name: Option<&str>) -> Option<Caller> {
        let view = self.robots.as_ref()?;
        Some(self.caller(view.policy, Agent::new(name.unwrap_or("*"))))
    }

    fn caller(&self, policy: &RobotsPolicy, agent: Agent) -> Caller {
        let name = agent.name().to_owned();
        let inquiry = policy.for_agent(agent);
        let enters = closed(&inquiry, Usage::Crawl, self.url()).is_none();
        Caller { name, inquiry, enters }
    }

    /// Whether the crawler may make this use of the page, by all that is said.
    pub(crate) fn permits(&self, caller: &Caller, usage: Usage) -> bool {
        closed(&caller.inquiry.page(self.visit.said()), usage, self.url()).is_none()
    }

    /// What the page refers to.
    pub(crate) fn links(&self) -> &[Link] {
        self.links.get_or_init(|| match &self.page {
            Some(page) => links(page.text, self.url()),
            None => Vec::new(),
        })
    }
}

/// Where a usage of a URL is closed in the robots.txt; an empty place where no line of it says so.
/// None where it is open, or the URL none that can be asked about.
pub(crate) fn closed(inquiry: &AgentPolicy, usage: Usage, url: &Url) -> Option<Range<usize>> {
    let decision = inquiry.may(usage, url.as_str()).ok()?;
    if decision.verdict().is_permit() {
        return None;
    }
    // Where the crawler may not even crawl it, that is why.
    if usage != Usage::Crawl
        && let Some(by) = closed(inquiry, Usage::Crawl, url)
    {
        return Some(by);
    }
    let is_why = |it: &Reason<'_>| it.usage() != Usage::Crawl || usage == Usage::Crawl;
    let mut reasons = decision.reasons().filter(Reason::decides);
    let reason = reasons.find(|it| *it.source() == Source::RobotsTxt && is_why(it));
    Some(reason.and_then(|it| it.span()).map_or(0..0, Span::range))
}
