//! `placet page`, and pages fetched for other commands.

use anyhow::{Context as _, Result, bail};
use placet::{Agent, AgentPolicy, AskedAt, PagePolicy, Profile, RobotsPolicy, Usage, limits};
use placet_fetch::{ClientError, Lifetime, Origin, SignalEntries, Time};
use placet_report::SourceNames;
use placet_report::evidence::{self, PAGE_CLOSED, PageRequest, refused_address};
use placet_report::page::{self, Page as PageJson};
use placet_report::signals::Overview;
use url::Url;

use crate::args::{Page, PageArgs};
use crate::fetcher::{Fetcher, ONE_QUESTION};
use crate::output::{self, screen, show};
use crate::question::allow_private_hint;
use crate::signal_files::LocalSignals;
use crate::{Status, input};

pub(crate) fn run(args: &Page) -> Result<Status> {
    let url = args.html.to_str().and_then(|text| Url::parse(text).ok());
    let url = url.filter(|url| Origin::of(url).is_ok());
    let html = url.is_none().then_some(&*args.html);
    let paths = html.into_iter().chain(args.rendered.as_deref());
    input::refuse_stdin_twice(paths.chain(args.signals.paths().map(|path| &**path)))?;
    let local = LocalSignals::read(&args.signals)?;
    let page = match &url {
        Some(url) => fetch(args, url, &local)?,
        None => read(args)?,
    };
    for note in &page.notes {
        output::message(note);
    }
    let signals = signals(args, &page, &local)?;
    let (policy, lifetime) = (&page.policy, page.lifetime.as_ref());
    show(&if args.output.is_json() {
        let page = PageJson::new(policy, lifetime).with_signals(signals);
        output::json(args.output.format(), &page)?
    } else {
        let width = output::width();
        let mut text = page::text(policy, lifetime, &page.name, width);
        if let Some(signals) = signals {
            text.push_str("\nsignals\n");
            text.push_str(&signals.table(width));
        }
        screen(&text)
    })?;
    Ok(Status::Yes)
}

/// A page that was read or fetched.
struct ShownPage {
    policy: PagePolicy,
    name: String,
    url: String,
    lifetime: Option<Lifetime>,
    /// The robots.txt of its site, which is empty for a local page, and its name.
    site: RobotsPolicy,
    robots: Option<String>,
    entries: SignalEntries,
    /// What to report about the sources.
    notes: Vec<String>,
}

fn read(args: &Page) -> Result<ShownPage> {
    let html = input::read_page(&args.html)?;
    let rendered = args.rendered.as_deref().map(input::read_page).transpose()?;
    let fields = || args.header.iter().map(|(name, value)| (name, value));
    Ok(ShownPage {
        policy: input::page(None, &args.header, Some(&html), rendered.as_deref()),
        name: input::name(&args.html),
        url: args.url.clone().unwrap_or_else(|| "/".to_owned()),
        lifetime: args.received.map(|received| Lifetime::of(fields(), received)),
        site: RobotsPolicy::parse(b""),
        robots: None,
        entries: SignalEntries::default(),
        notes: Vec::new(),
    })
}

/// Fetches robots.txt, the page, unless it is closed to placet, and the files with signals.
fn fetch(args: &Page, url: &Url, local: &LocalSignals) -> Result<ShownPage> {
    if !args.header.is_empty() || args.url.is_some() || args.received.is_some() {
        bail!("--header, --url and --received are for local pages; {url} is fetched");
    }
    let fetching = &args.fetching;
    let fetcher = fetching.open(None, Profile::default(), limits::FILE_MIN, ONE_QUESTION)?;
    let found = fetcher.site(&Origin::of(url)?, None)?;
    if let Some(refused) = refused_address(found.entry()) {
        bail!("{refused}{}", allow_private_hint(fetcher.allows_private()));
    }
    let mut notes = evidence::notes(found.entry());
    let bot = found.policy().for_agent(Agent::new("placet"));
    let rendered = PageArgs { rendered: args.rendered.clone(), ..PageArgs::default() };
    let live = LivePage::fetch(&fetcher, url, &bot, &AskedAt::new(), &rendered)?;
    let Some(policy) = live.policy else {
        let why = live.request.not_used.unwrap_or_default();
        bail!("cannot show {url}: {}", why.replacen("the crawler", "placet", 1));
    };
    notes.extend(live.note);
    let bot = local.apply(&found.policy().for_agent(Agent::exact("*")).page(&policy));
    let entries = local.fetch_anyway(&fetcher, url, &bot, &Overview::USAGES)?.entries;
    notes.extend(entries.iter().flat_map(evidence::signal_notes));
    fetcher.report_store_error();
    Ok(ShownPage {
        policy,
        name: url.to_string(),
        url: url.to_string(),
        lifetime: live.lifetime,
        site: found.policy().clone(),
        robots: Some(found.entry().evidence().final_url.to_string()),
        entries,
        notes,
    })
}

/// What the signals of a page and its site say to a crawler that robots.txt does not name; `None` if
/// there are none and no file with signals is given.
fn signals(args: &Page, page: &ShownPage, local: &LocalSignals) -> Result<Option<Overview>> {
    let policy_for = |agent: Agent| {
        let policy = local.apply(&page.site.for_agent(agent).page(&page.policy));
        local.with(&policy, page.entries.clone()).policy
    };
    let (robots, name) = (page.robots.clone(), Some(page.name.clone()));
    let names = SourceNames { robots, page: name, ..SourceNames::default() };
    let url = &page.url;
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
    /// How long the response is fresh.
    lifetime: Option<Lifetime>,
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
        let mut live = Self {
            policy: None,
            note: None,
            request: PageRequest::closed(url.as_str(), &crawl),
            lifetime: None,
            may_crawl,
        };
        if !may_crawl {
            live.note = Some(PAGE_CLOSED.to_owned());
            return Ok(live);
        }
        live.request = match fetcher.page(url) {
            Ok(page) => {
                let (redirect, bytes) = (page.redirect(), page.body.len());
                let redirect = redirect.as_ref().map(Url::as_str);
                let request = PageRequest::answered(url.as_str(), page.status, redirect, bytes);
                if request.not_used.is_none() {
                    let fields = page.fields.iter().map(|(name, value)| (name.as_str(), value));
                    live.lifetime = Time::now().to_system().map(|now| Lifetime::of(fields, now));
                    live.policy = Some(args.with_fetched(&page, agent_policy.policy())?);
                    let cut = || format!("only {bytes} bytes of the page were read");
                    live.note = page.is_cut.then(cut);
                }
                request
            }
            // A local error or a timeout of placet is not a property of the page.
            Err(error @ (ClientError::Local(_) | ClientError::Late)) => {
                return Err(error).with_context(|| format!("cannot fetch {url}"));
            }
            Err(error) => PageRequest::failed(url.as_str(), error.to_string()),
        };
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
