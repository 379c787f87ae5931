//! `placet page`, and pages fetched for other commands.

use anyhow::{Context as _, Result};
use placet::{Agent, AgentPolicy, AskedAt, PagePolicy, RobotsPolicy, Usage};
use placet_fetch::{ClientError, FetchedPage, Lifetime};
use placet_report::SourceNames;
use placet_report::evidence::PageRequest;
use placet_report::page::{self, Page as PageJson};
use placet_report::signals::Overview;
use url::Url;

use crate::args::{Page, PageArgs};
use crate::fetcher::Fetcher;
use crate::output::{self, screen, show};
use crate::signal_files::LocalSignals;
use crate::{Status, input};

pub(crate) fn run(args: &Page) -> Result<Status> {
    let paths = std::iter::once(&*args.html).chain(args.rendered.as_deref());
    input::refuse_stdin_twice(paths.chain(args.signals.paths().map(|path| &**path)))?;
    let html = input::read_page(&args.html)?;
    let rendered = args.rendered.as_deref().map(input::read_page).transpose()?;
    let policy = input::page(None, &args.header, Some(&html), rendered.as_deref());
    let fields = || args.header.iter().map(|(name, value)| (name, value));
    let lifetime = args.received.map(|received| Lifetime::of(fields(), received));
    let signals = signals(args, &policy)?;
    show(&if args.output.is_json() {
        let page = PageJson::new(&policy, lifetime.as_ref()).with_signals(signals);
        output::json(args.output.format(), &page)?
    } else {
        let (name, width) = (input::name(&args.html), output::width());
        let mut text = page::text(&policy, lifetime.as_ref(), &name, width);
        if let Some(signals) = signals {
            text.push_str("\nsignals\n");
            text.push_str(&signals.table(width));
        }
        screen(&text)
    })?;
    Ok(Status::Yes)
}

/// What the signals of a page say to a crawler of which robots.txt is silent; `None` if there are
/// none and no file with signals is given.
fn signals(args: &Page, page: &PagePolicy) -> Result<Option<Overview>> {
    let local = LocalSignals::read(&args.signals)?;
    let site = RobotsPolicy::parse(b"");
    let policy_for = |agent: Agent| local.apply(&site.for_agent(agent).page(page));
    let names = SourceNames { page: Some(input::name(&args.html)), ..SourceNames::default() };
    let url = &args.url;
    let overview = Overview::new(Agent::exact("*"), &policy_for, url, &AskedAt::new(), &names);
    let overview = overview.with_context(|| format!("cannot decide about {url:?}"))?;
    let is_wanted = overview.has_statements() || args.signals.paths().next().is_some();
    Ok(is_wanted.then_some(overview))
}

/// The outcome of fetching a page for a decision.
#[derive(Debug)]
pub(crate) struct LivePage {
    /// The policy of the page, if it could be read.
    pub(crate) policy: Option<PagePolicy>,
    /// What the reader of a decision should know.
    pub(crate) note: Option<String>,
    pub(crate) request: PageRequest,
    /// Whether the crawler may crawl the page.
    may_crawl: bool,
}

impl LivePage {
    /// Fetches a page, if the crawler may crawl it.
    pub(crate) fn fetch(
        fetcher: &Fetcher,
        url: &Url,
        agent_policy: &AgentPolicy,
        asked_at: &AskedAt,
        args: &PageArgs,
    ) -> Result<Self> {
        // About the URL of the request: the user may have spelt it differently.
        let target = agent_policy.target(url.as_str());
        let target = target.with_context(|| format!("cannot decide about {url}"))?;
        let crawl = agent_policy.decide_on(Usage::Crawl, &target, asked_at);
        let may_crawl = crawl.verdict().is_permit();
        let request =
            PageRequest { url: url.to_string(), status: None, bytes: None, not_used: None };
        let mut live = Self { policy: None, note: None, request, may_crawl };
        if !may_crawl {
            live.request.not_used = Some(format!("the crawler may not crawl it: {crawl}"));
            live.note = Some(
                "the page was not fetched, because the crawler may not crawl it, so this decision \
                 uses robots.txt only"
                    .to_owned(),
            );
            return Ok(live);
        }
        match fetcher.page(url) {
            Ok(page) => {
                live.request.status = Some(page.status);
                live.request.bytes = Some(page.body.len());
                live.request.not_used = not_a_page(&page);
                if live.request.not_used.is_none() {
                    live.policy = Some(args.with_fetched(&page, agent_policy.policy())?);
                    let cut = || format!("only {} bytes of the page were read", page.body.len());
                    live.note = page.is_cut.then(cut);
                }
            }
            // A local error or a timeout of placet is not a property of the page.
            Err(error @ (ClientError::Local(_) | ClientError::Late)) => {
                return Err(error).with_context(|| format!("cannot fetch {url}"));
            }
            Err(error) => live.request.not_used = Some(error.to_string()),
        }
        if let Some(why) = live.unavailable() {
            live.note = Some(format!("{why}; this decision uses robots.txt only"));
        }
        Ok(live)
    }

    /// Why the page could not be read although the crawler may crawl it.
    pub(crate) fn unavailable(&self) -> Option<String> {
        let why = self.request.not_used.as_ref().filter(|_| self.may_crawl)?;
        Some(format!("the page is unavailable: {why}"))
    }
}

/// Why a response is not the page, if it is not.
fn not_a_page(page: &FetchedPage) -> Option<String> {
    match page.redirect() {
        Some(to) => Some(format!("it redirects to {to}; check that URL instead")),
        None if (200..300).contains(&page.status) => None,
        None => Some(format!("the server answered {}", page.status)),
    }
}
