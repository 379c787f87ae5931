//! Reads and fetches everything that a question on the command line needs.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use placet::page::PagePolicyBuilder;
use placet::{
    Agent, AgentPolicy, AskedAt, Crawler, Decision, PagePolicy, RobotsPolicy, Target, Usage,
};
use placet_fetch::{FetchedPage, Origin, Time};
use placet_report::evidence::{self, Basis, StoredEntry, refused_address};
use placet_report::json::declare;
use placet_report::unread::Unread;
use placet_report::{Context, SourceNames, Unknown};
use url::Url;

use crate::args::{CrawlerArgs, PageArgs, QuestionArgs};
use crate::fetcher::{Fetcher, ONE_QUESTION};
use crate::page::LivePage;
use crate::signal_files::{LiveSignals, LocalSignals};
use crate::{Status, input, output};

/// A crawler's policy for a site and a page, with everything to report about its sources.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) agent_policy: AgentPolicy,
    /// The names of the sources, for people.
    pub(crate) names: SourceNames,
    /// What the reader of a decision should know about the sources.
    pub(crate) notes: Vec<String>,
    /// Advice on the decision.
    pub(crate) advice: Vec<String>,
    /// The fetched files, and the source that is missing.
    pub(crate) basis: Basis,
}

impl Loaded {
    /// The target of a URL.
    pub(crate) fn target<'u>(&self, url: &'u str) -> Result<Target<'u>> {
        self.agent_policy.target(url).with_context(|| format!("cannot decide about {url:?}"))
    }

    /// The exit status of a decision; it agrees with the headline and with the verdict in JSON.
    pub(crate) fn status(&self, decision: &Decision) -> Status {
        let unknown = self.basis.unknown.as_ref();
        match decision.verdict() {
            _ if unknown.is_some_and(|it| it.applies_to(decision)) => Status::Unknown,
            verdict if verdict.is_permit() => Status::Yes,
            _ => Status::No,
        }
    }

    /// Adds advice on a decision.
    pub(crate) fn advise(&mut self, decision: &Decision, target: &Target<'_>, asked_at: &AskedAt) {
        if self.basis.unknown.is_none() {
            self.advice = placet_report::advice(&self.agent_policy, decision, target, asked_at);
        }
    }

    /// Adds fetched files with signals.
    pub(crate) fn add_signals(&mut self, signals: LiveSignals, with_evidence: bool) {
        self.agent_policy = signals.policy;
        for it in signals.entries.iter() {
            self.notes.extend(evidence::signal_notes(it));
            if with_evidence {
                self.notes.extend(evidence::lines(it.entry()));
            }
            self.basis.evidence.push(StoredEntry::new(it.entry()));
        }
    }

    /// What to show together with a decision.
    pub(crate) fn context(&self) -> Context<'_> {
        let unknown = self.basis.unknown.as_ref();
        let (notes, advice) = (&self.notes, &self.advice);
        Context { names: &self.names, notes, advice, unknown }
    }
}

/// A note for each file that was not read completely; all but `robots` are named.
pub(crate) fn unread_notes(unread: &[Unread], robots: &str) -> Vec<String> {
    let note = |it: &Unread| match it.file() {
        file if file == robots => it.note().to_owned(),
        file => format!("{file}: {}", it.note()),
    };
    unread.iter().map(note).collect()
}

/// Reports the same on standard error, with the name of each file.
pub(crate) fn report_unread(unread: &[Unread]) {
    for note in unread_notes(unread, "") {
        output::message(&note);
    }
}

/// How to get around [`refused_address`], unless that is already in use.
pub(crate) fn allow_private_hint(is_allowed: bool) -> &'static str {
    if is_allowed { "" } else { "; use --allow-private" }
}

impl QuestionArgs {
    /// Reads and fetches the sources for the URL and the crawler of the question, about these usages.
    pub(crate) fn load(&self, usages: &[Usage]) -> Result<Loaded> {
        self.load_for(&self.url, self.agent.agent()?, usages, &mut None)
    }

    /// The same for another URL and crawler. `opened` keeps the client for further questions.
    pub(crate) fn load_for(
        &self,
        url: &str,
        agent: Agent,
        usages: &[Usage],
        opened: &mut Option<Fetcher>,
    ) -> Result<Loaded> {
        let inputs = [&self.robots, &self.page.html, &self.page.rendered];
        let inputs = inputs.into_iter().flatten().chain(self.signals.paths());
        input::refuse_stdin_twice(inputs.map(|path| &**path))?;
        let parsed = Url::parse(url).ok().filter(|url| Origin::of(url).is_ok());
        let site_url = parsed.as_ref().filter(|_| self.robots.is_none() && !self.offline);
        let page_url = parsed.as_ref().filter(|_| self.fetch_page);
        self.check_sources(url, site_url.is_some(), page_url.is_some())?;

        if let Some(opened) = opened {
            opened.restart_timeout();
        } else if site_url.is_some() || page_url.is_some() {
            let (user_agent, profile) = (self.crawler.user_agent.as_deref(), self.reading.profile);
            *opened = Some(self.fetching.open(
                user_agent,
                profile,
                self.reading.ceiling(),
                ONE_QUESTION,
            )?);
        }
        let fetcher = opened.as_ref();
        let crawler = self.crawler.crawler(agent);
        let mut loaded = match (fetcher, site_url) {
            (Some(fetcher), Some(url)) => self.fetch_site(fetcher, url, crawler)?,
            _ => self.read_site(crawler)?,
        };
        let page = match (fetcher, page_url) {
            // If the site was not asked, its page is not asked for either.
            (Some(_), Some(_)) if loaded.basis.unknown.is_some() => None,
            (Some(fetcher), Some(url)) => self.fetch_page(fetcher, url, &mut loaded)?,
            _ => self.page.read(loaded.agent_policy.policy())?,
        };
        if let Some(page) = page {
            loaded.agent_policy = loaded.agent_policy.page(&page);
            if let Some(id) = &self.element {
                loaded.agent_policy = loaded.agent_policy.element(id);
            }
        }
        let local = LocalSignals::read(&self.signals)?;
        loaded.agent_policy = local.apply(&loaded.agent_policy);
        if let (Some(fetcher), Some(site_url)) = (fetcher, site_url)
            && !matches!(loaded.basis.unknown, Some(Unknown::Site(_)))
        {
            let signals = local.fetch(fetcher, site_url, &loaded.agent_policy, usages)?;
            loaded.add_signals(signals, self.evidence);
        }
        if let Some(fetcher) = fetcher {
            fetcher.report_store_error();
        }
        Ok(loaded)
    }

    /// Fails for inputs that fit one question only: a local page, and standard input.
    pub(crate) fn check_several(&self) -> Result<()> {
        let page = &self.page;
        if !page.header.is_empty() || page.html.is_some() || page.rendered.is_some() {
            bail!("--header, --html and --rendered describe one page; use them with one URL only");
        }
        if self.robots.as_deref().is_some_and(input::is_stdin) {
            bail!("standard input can be read once only; use --robots FILE with several questions");
        }
        Ok(())
    }

    /// Fails if there is nothing to decide from, or if options contradict each other.
    fn check_sources(&self, url: &str, site: bool, page: bool) -> Result<()> {
        let has_page = !self.page.header.is_empty() || self.page.html.is_some();
        if self.fetch_page && !page {
            bail!("cannot fetch the page {url:?}: expected an absolute http or https URL");
        }
        if self.robots.is_none() && !site && !has_page {
            bail!(
                "there is no robots.txt to decide from; use --robots FILE, or an absolute http or \
                 https URL"
            );
        }
        if site && !self.references.reference.is_empty() {
            bail!(
                "--reference needs --robots: placet fetches the files that a fetched robots.txt \
                 refers to"
            );
        }
        Ok(())
    }

    fn read_site(&self, crawler: Crawler) -> Result<Loaded> {
        let robots = self.robots.as_deref();
        let (site, unread) = input::read_site(robots, &self.references, &self.reading)?;
        let name = |path: &Option<_>| path.as_deref().map(input::name);
        let names = SourceNames {
            robots: name(&self.robots),
            page: name(&self.page.html),
            rendered: name(&self.page.rendered),
        };
        let notes = unread_notes(&unread, names.robots.as_deref().unwrap_or_default());
        let basis = Basis { unread, ..Basis::default() };
        Ok(Loaded {
            agent_policy: site.for_agent(crawler),
            names,
            notes,
            advice: Vec::new(),
            basis,
        })
    }

    fn fetch_site(&self, fetcher: &Fetcher, url: &Url, crawler: Crawler) -> Result<Loaded> {
        let site = fetcher.site(&Origin::of(url)?, Some(&crawler))?;
        let hint = allow_private_hint(self.fetching.network.allow_private);
        let unknown = refused_address(site.entry()).map(|why| Unknown::Site(why + hint));
        let mut notes = Vec::new();
        for entry in site.entries() {
            if unknown.is_none() {
                notes.extend(evidence::notes(entry));
            }
            if self.evidence {
                notes.extend(evidence::lines(entry));
            }
        }
        let evidence = site.entries().map(|entry| StoredEntry::new(entry)).collect();
        let unread = site.entries().filter_map(|entry| Unread::of_entry(entry)).collect();
        let names = SourceNames {
            robots: Some(site.entry().evidence().final_url.to_string()),
            page: self.page.html.as_deref().map(input::name),
            rendered: self.page.rendered.as_deref().map(input::name),
        };
        let basis = Basis { evidence, page: None, unread, unknown };
        Ok(Loaded {
            agent_policy: site.for_agent(crawler),
            names,
            notes,
            advice: Vec::new(),
            basis,
        })
    }

    /// Fetches the page and records the outcome.
    fn fetch_page(
        &self,
        fetcher: &Fetcher,
        url: &Url,
        loaded: &mut Loaded,
    ) -> Result<Option<PagePolicy>> {
        let asked_at = self.crawler.asked_at();
        let page = LivePage::fetch(fetcher, url, &loaded.agent_policy, &asked_at, &self.page)?;
        if page.policy.is_some() {
            loaded.names.page = Some(url.to_string());
        }
        loaded.basis.unknown = page.unavailable().map(Unknown::Page);
        if loaded.basis.unknown.is_none() {
            loaded.notes.extend(page.note);
        }
        loaded.basis.page = Some(page.request);
        Ok(page.policy)
    }
}

impl CrawlerArgs {
    /// The crawler with everything that is known about it.
    pub(crate) fn crawler(&self, agent: Agent) -> Crawler {
        let agent = match &self.user_agent {
            Some(field) => agent.with_user_agent(field),
            None => agent,
        };
        let crawler = Crawler::new(agent);
        let crawler = self.purpose.iter().fold(crawler, |crawler, it| crawler.purpose(it));
        let crawler = declare(crawler, self.honours.clone());
        if self.whole_pages_only { crawler.whole_pages() } else { crawler }
    }

    /// The time of the usage.
    pub(crate) fn asked_at(&self) -> AskedAt {
        let mut asked_at = AskedAt::new().recrawled(self.recrawled);
        asked_at.now = self.now.or_else(|| Time::now().to_system());
        asked_at.first_used = self.first_used;
        asked_at
    }
}

impl PageArgs {
    /// The policy of the page, if header fields or HTML are given.
    pub(crate) fn read(&self, site: &RobotsPolicy) -> Result<Option<PagePolicy>> {
        let read = |path: &Option<PathBuf>| path.as_deref().map(input::read_page).transpose();
        let (html, rendered) = (read(&self.html)?, read(&self.rendered)?);
        if self.header.is_empty() && html.is_none() && rendered.is_none() {
            return Ok(None);
        }
        Ok(Some(input::page(Some(site), &self.header, html.as_deref(), rendered.as_deref())))
    }

    /// The policy of a fetched page, with the local copy of its rendered form.
    pub(crate) fn with_fetched(
        &self,
        page: &FetchedPage,
        site: &RobotsPolicy,
    ) -> Result<PagePolicy> {
        let rendered = self.rendered.as_deref().map(input::read_page).transpose()?;
        let rendered = rendered.iter().map(Vec::as_slice);
        Ok(rendered.fold(page.policy_builder().site(site), PagePolicyBuilder::rendered).build())
    }
}
