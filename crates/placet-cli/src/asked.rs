//! What was asked at the prompt, and what was heard of the site and the page.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use placet::Usage;
use placet::page::PagePolicyBuilder;
use placet::{Agent, AgentPolicy, AskedAt, Crawler, Decision, PagePolicy, RobotsPolicy, Target};
use placet_fetch::{ClientError, Entry, Failure, FetchedPage, Origin, Standing, Time};
use placet_report::evidence::{self, Basis, Held, PageHeld};
use placet_report::json::declare;
use placet_report::unread::Unread;
use placet_report::{Beside, Origins, Unknown};
use url::Url;

use crate::args::{Asked, PageGiven, Reading, Who};
use crate::fetching::Fetcher;
use crate::{Status, input, output};

/// What was heard, ready to be asked.
#[derive(Debug)]
pub(crate) struct Heard {
    pub(crate) inquiry: AgentPolicy,
    /// What the sources of reasons are called at the prompt.
    pub(crate) origins: Origins,
    /// What a reader of a decision should know besides.
    pub(crate) told: Vec<String>,
    /// What was fetched for it, and what is missing.
    pub(crate) basis: Basis,
}

impl Heard {
    /// The target of a URL, as what was heard reads it.
    pub(crate) fn target<'u>(&self, url: &'u str) -> Result<Target<'u>> {
        self.inquiry.target(url).with_context(|| format!("cannot decide about {url:?}"))
    }

    /// The exit status for a decision; it agrees with the headline and the verdict in JSON.
    pub(crate) fn status(&self, decision: &Decision) -> Status {
        let unknown = self.basis.unknown.as_ref();
        match decision.verdict() {
            _ if unknown.is_some_and(|it| it.about(decision)) => Status::Unknown,
            verdict if verdict.is_permit() => Status::Yes,
            _ => Status::No,
        }
    }

    /// What is known beside a decision.
    pub(crate) fn beside(&self) -> Beside<'_> {
        let unknown = self.basis.unknown.as_ref();
        Beside { origins: &self.origins, told: &self.told, unknown }
    }
}

/// What is said of files that were not read as a whole, a note each; all but the robots.txt by name.
pub(crate) fn unread_notes(unread: &[Unread], robots: &str) -> Vec<String> {
    let note = |it: &Unread| match it.file() {
        file if file == robots => it.note().to_owned(),
        file => format!("{file}: {}", it.note()),
    };
    unread.iter().map(note).collect()
}

/// Tells the same on standard error, of each file by its name.
pub(crate) fn tell_unread(unread: &[Unread]) {
    for note in unread_notes(unread, "") {
        output::tell(&note);
    }
}

/// That nothing is known of a site, where its address was refused: placet did not ask it, so it is
/// not the site that is out of reach.
pub(crate) fn unasked(entry: &Entry) -> Option<Unknown> {
    let refused = entry.standing() == Standing::Unreachable
        && entry.cause().failure() == Some(Failure::Address);
    refused.then(|| Unknown::Site(format!("{} was not asked: {}", entry.url(), entry.cause())))
}

impl Asked {
    /// Reads and fetches what the question is about.
    pub(crate) fn hear(&self) -> Result<Heard> {
        self.hear_about(&self.url, &mut None)
    }

    /// The same about another URL, with a client that is opened at the first need.
    pub(crate) fn hear_about(&self, url: &str, opened: &mut Option<Fetcher>) -> Result<Heard> {
        let inputs = [&self.robots, &self.page.html, &self.page.rendered];
        input::refuse_stdin_twice(inputs.into_iter().flatten().map(|path| &**path))?;
        let parsed = Url::parse(url).ok().filter(|url| Origin::of(url).is_ok());
        let site_from = parsed.as_ref().filter(|_| self.robots.is_none() && !self.offline);
        let page_from = parsed.as_ref().filter(|_| self.fetch_page);
        self.refuse_nothing(url, site_from.is_some(), page_from.is_some())?;

        if let Some(opened) = opened {
            opened.another_question();
        } else if site_from.is_some() || page_from.is_some() {
            let (sent, profile) = (self.who.user_agent.as_deref(), self.reading.profile);
            *opened = Some(self.fetching.open(sent, profile, self.reading.ceiling(), 1)?);
        }
        let fetcher = opened.as_ref();
        let crawler = self.who.crawler(self.named.agent());
        let mut heard = match (fetcher, site_from) {
            (Some(fetcher), Some(url)) => self.hear_site(fetcher, url, crawler)?,
            _ => self.read_site(crawler)?,
        };
        let page = match (fetcher, page_from) {
            // Where the site was not asked, its page is not either.
            (Some(_), Some(_)) if heard.basis.unknown.is_some() => None,
            (Some(fetcher), Some(url)) => self.hear_page(fetcher, url, &mut heard)?,
            _ => self.page.read(heard.inquiry.policy())?,
        };
        if let Some(page) = page {
            heard.inquiry = heard.inquiry.page(&page);
            if let Some(id) = &self.element {
                heard.inquiry = heard.inquiry.element(id);
            }
        }
        if let Some(fetcher) = fetcher {
            fetcher.tell_trouble();
        }
        Ok(heard)
    }

    /// Something must be known of the site or the page, and what was asked for must be possible.
    fn refuse_nothing(&self, url: &str, site: bool, page: bool) -> Result<()> {
        let page_given = !self.page.header.is_empty() || self.page.html.is_some();
        if self.fetch_page && !page {
            bail!("cannot fetch the page {url:?}: expected an absolute http or https URL");
        }
        if self.robots.is_none() && !site && !page_given {
            bail!(
                "there is no robots.txt to decide by: give --robots FILE, or an absolute http or \
                 https URL to fetch it from"
            );
        }
        if site && !self.who.reference.is_empty() {
            bail!("--reference goes with --robots: what a fetched robots.txt refers to is fetched");
        }
        Ok(())
    }

    fn read_site(&self, crawler: Crawler) -> Result<Heard> {
        let (site, unread) = self.who.site(self.robots.as_deref(), &self.reading)?;
        let name = |path: &Option<_>| path.as_deref().map(input::name);
        let origins = Origins {
            robots: name(&self.robots),
            page: name(&self.page.html),
            rendered: name(&self.page.rendered),
        };
        let told = unread_notes(&unread, origins.robots.as_deref().unwrap_or_default());
        let basis = Basis { unread, ..Basis::default() };
        Ok(Heard { inquiry: site.for_agent(crawler), origins, told, basis })
    }

    fn hear_site(&self, fetcher: &Fetcher, url: &Url, crawler: Crawler) -> Result<Heard> {
        let site = fetcher.site(&Origin::of(url)?, Some(&crawler))?;
        let unknown = unasked(site.entry());
        let mut told = Vec::new();
        for entry in site.entries() {
            if unknown.is_none() {
                told.extend(evidence::notes(entry));
            }
            if self.evidence {
                told.extend(evidence::told(entry));
            }
        }
        if unknown.is_some() && !self.fetching.allow_private {
            told.push("--allow-private lets loopback and private addresses be asked".to_owned());
        }
        let evidence = site.entries().map(|entry| Held::new(entry)).collect();
        let unread = site.entries().filter_map(|entry| Unread::of_entry(entry)).collect();
        let origins = Origins {
            robots: Some(site.entry().evidence().final_url.to_string()),
            page: self.page.html.as_deref().map(input::name),
            rendered: self.page.rendered.as_deref().map(input::name),
        };
        let basis = Basis { evidence, page: None, unread, unknown };
        Ok(Heard { inquiry: site.for_agent(crawler), origins, told, basis })
    }

    /// Hears the page, and takes down what became of it.
    fn hear_page(
        &self,
        fetcher: &Fetcher,
        url: &Url,
        heard: &mut Heard,
    ) -> Result<Option<PagePolicy>> {
        let page =
            PageHeard::fetch(fetcher, url, &heard.inquiry, &self.who.occasion(), &self.page)?;
        if page.policy.is_some() {
            heard.origins.page = Some(url.to_string());
        }
        heard.basis.unknown = page.missed().map(Unknown::Page);
        if heard.basis.unknown.is_none() {
            heard.told.extend(page.told);
        }
        heard.basis.page = Some(page.held);
        Ok(page.policy)
    }
}

/// What became of a page that was to be heard.
#[derive(Debug)]
pub(crate) struct PageHeard {
    /// What it says, where it could be heard.
    pub(crate) policy: Option<PagePolicy>,
    /// What a reader of a decision should know.
    pub(crate) told: Vec<String>,
    /// Whether it may be crawled, and so could have been heard.
    open: bool,
    held: PageHeld,
}

impl PageHeard {
    /// Why the page was not heard, where it could have been.
    pub(crate) fn missed(&self) -> Option<String> {
        let why = self.held.unheard.as_ref().filter(|_| self.open)?;
        Some(format!("the page was not read: {why}"))
    }

    /// Fetches a page, once the crawler is permitted to crawl it.
    pub(crate) fn fetch(
        fetcher: &Fetcher,
        url: &Url,
        inquiry: &AgentPolicy,
        occasion: &AskedAt,
        given: &PageGiven,
    ) -> Result<Self> {
        // About the very URL that is sent: the one asked about may be spelt otherwise.
        let target = inquiry.target(url.as_str());
        let target = target.with_context(|| format!("cannot decide about {url}"))?;
        let crawl = inquiry.decide_on(Usage::Crawl, &target, occasion);
        let held = PageHeld { url: url.to_string(), status: None, bytes: None, unheard: None };
        let open = crawl.verdict().is_permit();
        let mut heard = Self { policy: None, told: Vec::new(), open, held };
        if open {
            match fetcher.page(url) {
                Ok(page) => {
                    heard.held.status = Some(page.status);
                    heard.held.bytes = Some(page.body.len());
                    heard.held.unheard = unusable(&page);
                    if heard.held.unheard.is_none() {
                        heard.policy = Some(given.with(&page, inquiry.policy())?);
                        let read = page.body.len();
                        let cut = format!("only {read} bytes of the page were read");
                        heard.told.extend(page.is_cut.then_some(cut));
                    }
                }
                // What this machine lacks, or how long it was told to wait, says nothing of the page.
                Err(error @ (ClientError::Local(_) | ClientError::Late)) => {
                    return Err(error).with_context(|| format!("cannot ask for {url}"));
                }
                Err(error) => heard.held.unheard = Some(error.to_string()),
            }
        } else {
            heard.held.unheard = Some(format!("it may not be crawled: {crawl}"));
        }
        let unheard = heard.held.unheard.as_ref();
        heard.told.extend(unheard.map(|why| format!("the page was not read: {why}")));
        Ok(heard)
    }
}

/// Why the answer is not the page asked for, if it is not.
fn unusable(page: &FetchedPage) -> Option<String> {
    match page.redirect() {
        Some(to) => Some(format!("it redirects to {to}, which is another question")),
        None if (200..300).contains(&page.status) => None,
        None => Some(format!("the server answered {}", page.status)),
    }
}

impl Who {
    /// The crawler, with all that is known of it.
    pub(crate) fn crawler(&self, agent: Agent) -> Crawler {
        let agent = match &self.user_agent {
            Some(field) => agent.with_user_agent(field),
            None => agent,
        };
        let crawler = Crawler::new(agent);
        let crawler = self.purpose.iter().fold(crawler, |crawler, it| crawler.purpose(it));
        let crawler = declare(crawler, self.honours.clone());
        if self.no_element_level { crawler.whole_pages() } else { crawler }
    }

    /// When the use is made.
    pub(crate) fn occasion(&self) -> AskedAt {
        let mut occasion = AskedAt::new().recrawled(self.recrawled);
        occasion.now = self.now.or_else(|| Time::now().to_system());
        occasion.first_used = self.first_used;
        occasion
    }

    /// The site's robots.txt with the files that it refers to, an empty one where none is given; and
    /// what was not read of them.
    pub(crate) fn site(
        &self,
        robots: Option<&Path>,
        reading: &Reading,
    ) -> Result<(RobotsPolicy, Vec<Unread>)> {
        let (robots, cut) = match robots {
            Some(path) => input::read_robots(path, reading)?,
            None => (Vec::new(), None),
        };
        let mut unread = Vec::from_iter(cut);
        let mut referred = HashMap::new();
        for (path, file) in &self.reference {
            let (text, cut) = input::read_robots(file, reading)?;
            unread.extend(cut);
            referred.insert(path.as_str(), text);
        }
        Ok((reading.parse(&robots, reading.profile).join(|path| referred.get(path)), unread))
    }
}

impl PageGiven {
    /// What the page says, where anything of it is given.
    fn read(&self, site: &RobotsPolicy) -> Result<Option<PagePolicy>> {
        let read = |path: &Option<PathBuf>| path.as_deref().map(input::read_page).transpose();
        let (html, rendered) = (read(&self.html)?, read(&self.rendered)?);
        if self.header.is_empty() && html.is_none() && rendered.is_none() {
            return Ok(None);
        }
        Ok(Some(input::page(Some(site), &self.header, html.as_deref(), rendered.as_deref())))
    }

    /// What a fetched page says, with what scripts made of it where that is given.
    fn with(&self, page: &FetchedPage, site: &RobotsPolicy) -> Result<PagePolicy> {
        let rendered = self.rendered.as_deref().map(input::read_page).transpose()?;
        let rendered = rendered.iter().map(Vec::as_slice);
        Ok(rendered.fold(page.policy_builder().site(site), PagePolicyBuilder::rendered).build())
    }
}
