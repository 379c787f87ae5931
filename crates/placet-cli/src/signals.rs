//! `placet signals`.

use std::path::Path;

use anyhow::{Context as _, Result};
use placet::{Agent, AgentPolicy, AskedAt, PagePolicy, RobotsPolicy};
use placet_crawlers::KnownCrawler;
use placet_fetch::{Origin, SignalEntries, Time};
use placet_report::signals::Overview;
use placet_report::{SourceNames, evidence};
use url::Url;

use crate::args::{OutputFormat, Signals};
use crate::crawlers::named_agents;
use crate::fetcher::ONE_QUESTION;
use crate::output::{self, documents, screen, show};
use crate::page::LivePage;
use crate::signal_files::LocalSignals;
use crate::{Status, input};

pub(crate) fn run(args: &Signals) -> Result<Status> {
    let url = Url::parse(&args.source).ok().filter(|url| Origin::of(url).is_ok());
    let path = url.is_none().then(|| Path::new(&args.source));
    let pages = args.page.html.iter().chain(&args.page.rendered);
    let files = pages.chain(args.files.paths()).map(|path| &**path);
    input::refuse_stdin_twice(path.into_iter().chain(files))?;

    let mut asked_at = AskedAt::new();
    asked_at.now = Time::now().to_system();
    let local = LocalSignals::read(&args.files)?;
    let site = match (&url, path) {
        (Some(url), _) => fetch(args, url, &local, &asked_at)?,
        (None, path) => read(args, path.unwrap_or(Path::new("-")))?,
    };
    for note in &site.notes {
        output::message(note);
    }
    let names = SourceNames {
        robots: Some(site.robots.clone()),
        page: site.page_name.clone().or_else(|| args.page.html.as_deref().map(input::name)),
        rendered: args.page.rendered.as_deref().map(input::name),
    };
    let target = url.as_ref().map_or("/", Url::as_str);
    let agents = if args.agent.is_empty() {
        vec![Agent::exact("*")]
    } else {
        named_agents(&args.agent, |it: &KnownCrawler| !it.is_control_token())
    };
    let policy_for = |agent: Agent| {
        let policy = local.apply(&site.policy_for(agent));
        local.with(&policy, site.entries.clone()).policy
    };
    let overview = |agent: Agent| {
        let overview = Overview::new(agent, &policy_for, target, &asked_at, &names);
        overview.with_context(|| format!("cannot decide about {target:?}"))
    };
    let overviews = agents.into_iter().map(overview).collect::<Result<Vec<_>>>()?;
    let format = args.output.format();
    show(&if format == OutputFormat::Text {
        let texts: Vec<String> = overviews.iter().map(|it| it.text(output::width())).collect();
        screen(&texts.join("\n"))
    } else {
        let texts = overviews.iter().map(|it| output::json_text(format, it));
        documents(format, &texts.collect::<Result<Vec<_>>>()?)
    })?;
    Ok(Status::Yes)
}

/// The sources of a site.
struct Site {
    policy: RobotsPolicy,
    /// The name of its robots.txt.
    robots: String,
    page: Option<PagePolicy>,
    page_name: Option<String>,
    entries: SignalEntries,
    /// What to report about the sources.
    notes: Vec<String>,
}

impl Site {
    /// The policy for a crawler, with the page.
    fn policy_for(&self, agent: Agent) -> AgentPolicy {
        let policy = self.policy.for_agent(agent);
        self.page.as_ref().map_or_else(|| policy.clone(), |page| policy.page(page))
    }
}

fn read(args: &Signals, path: &Path) -> Result<Site> {
    let (text, unread) = input::read_robots(path, &args.reading)?;
    crate::question::report_unread(unread.as_slice());
    let policy = args.reading.parse(&text, args.reading.profile);
    Ok(Site {
        page: args.page.read(&policy)?,
        policy,
        robots: input::name(path),
        page_name: None,
        entries: SignalEntries::default(),
        notes: Vec::new(),
    })
}

/// Fetches the robots.txt, with `--page` the page, and the files with signals that any crawler needs.
fn fetch(args: &Signals, url: &Url, local: &LocalSignals, asked_at: &AskedAt) -> Result<Site> {
    let (profile, ceiling) = (args.reading.profile, args.reading.ceiling());
    let fetcher = args.fetching.open(None, profile, ceiling, ONE_QUESTION)?;
    let found = fetcher.site(&Origin::of(url)?, None)?;
    let policy = found.policy().clone();
    let mut site = Site {
        robots: found.entry().evidence().final_url.to_string(),
        page: args.page.read(&policy)?,
        policy,
        page_name: None,
        entries: SignalEntries::default(),
        notes: evidence::notes(found.entry()),
    };
    if args.fetch_page {
        let bot = site.policy_for(Agent::exact("*"));
        let live = LivePage::fetch(&fetcher, url, &bot, asked_at, &args.page)?;
        site.notes.extend(live.note);
        if live.policy.is_some() {
            (site.page, site.page_name) = (live.policy, Some(url.to_string()));
        }
    }
    let bot = local.apply(&site.policy_for(Agent::exact("*")));
    site.entries = local.fetch_anyway(&fetcher, url, &bot, &Overview::USAGES)?.entries;
    site.notes.extend(site.entries.iter().flat_map(evidence::signal_notes));
    fetcher.report_store_error();
    Ok(site)
}
