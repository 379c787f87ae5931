//! One question of a query string, and everything that its answer needs.

use std::time::{Duration, SystemTime};

use placet::signals::SignalFiles;
use placet::{AgentPolicy, AskedAt, Crawler, PagePolicy, Profile, Target, Usage};
use placet_fetch::{Client, ClientError, Digest, FetchedPage, Origin, Site, Time};
use placet_report::evidence::{
    self, Basis, PAGE_CLOSED, PageRequest, StoredEntry, refused_address,
};
use placet_report::json::moment;
use placet_report::signals::files_needed;
use placet_report::unread::Unread;
use placet_report::{SourceNames, Unknown};
use url::Url;

use crate::params::Params;
use crate::problem::Problem;
use crate::state::App;

/// The parameters that name a URL, a robots.txt and the time.
pub(crate) const PARAMS: [&str; 9] =
    ["url", "agent", "agent_exact", "purpose", "usage", "digest", "profile", "page", "now"];

/// What a question is about, whichever crawler asks.
#[derive(Debug, Clone)]
pub(crate) struct Subject {
    pub(crate) url: String,
    /// The file to decide from; the live one if there is none.
    pub(crate) digest: Option<Digest>,
    pub(crate) profile: Profile,
    /// Whether to fetch the page too.
    pub(crate) page: bool,
    pub(crate) asked_at: AskedAt,
}

impl Subject {
    /// The subject of these parameters.
    pub(crate) fn read(params: &Params<'_>) -> Result<Self, Problem> {
        let now = params.one("now")?.map(moment).transpose()?;
        let mut asked_at = AskedAt::new();
        asked_at.now = now.or_else(|| Time::now().to_system());
        Ok(Self {
            url: params.required("url")?.to_owned(),
            digest: params.digest()?,
            profile: params.profile()?,
            page: params.flag("page")?,
            asked_at,
        })
    }
}

/// One question of a query string: what it is about, which crawler asks, and for which usage.
pub(crate) fn one(query: Option<&str>) -> Result<(Subject, Crawler, Usage), Problem> {
    let params = Params::read(query, &PARAMS)?;
    let usage = params.parsed("usage")?.unwrap_or(Usage::Crawl);
    Ok((Subject::read(&params)?, params.crawler()?, usage))
}

/// A crawler's policy for the subject, with everything to report about its sources.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) policy: AgentPolicy,
    /// The origin of a live site.
    pub(crate) origin: Option<Origin>,
    page: Option<PagePolicy>,
    signals: Option<SignalFiles>,
    pub(crate) names: SourceNames,
    pub(crate) notes: Vec<String>,
    pub(crate) basis: Basis,
    /// When the answer may change, if it comes from a live site.
    pub(crate) expires: Option<Time>,
}

impl Loaded {
    /// The target of the URL in question.
    pub(crate) fn target<'u>(&self, subject: &'u Subject) -> Result<Target<'u>, Problem> {
        Ok(self.policy.target(&subject.url)?)
    }

    /// The policy of the same sources for another crawler. Only after [`App::load_for_all`] are the
    /// files that ACAP records refer other crawlers to among them.
    pub(crate) fn policy_for(&self, crawler: Crawler) -> AgentPolicy {
        let mut policy = self.policy.policy().for_agent(crawler);
        if let Some(origin) = &self.origin {
            // The origin is a URL, so this does not fail.
            policy = policy.of_site(origin.as_str()).unwrap_or(policy);
        }
        if let Some(page) = &self.page {
            policy = policy.page(page);
        }
        match &self.signals {
            Some(signals) => policy.signal_files(signals),
            None => policy,
        }
    }
}

impl App {
    /// Finds or fetches everything that decisions about these usages need.
    pub(crate) async fn load(
        &self,
        subject: &Subject,
        crawler: &Crawler,
        usages: &[Usage],
    ) -> Result<Loaded, Problem> {
        self.load_as(subject, crawler, usages, false).await
    }

    /// The same for crawlers that robots.txt does not name, with what any other crawler needs.
    pub(crate) async fn load_for_all(
        &self,
        subject: &Subject,
        crawler: &Crawler,
        usages: &[Usage],
    ) -> Result<Loaded, Problem> {
        self.load_as(subject, crawler, usages, true).await
    }

    async fn load_as(
        &self,
        subject: &Subject,
        crawler: &Crawler,
        usages: &[Usage],
        is_for_all: bool,
    ) -> Result<Loaded, Problem> {
        let Some(digest) = &subject.digest else {
            return self.load_live(subject, crawler, usages, is_for_all).await;
        };
        let (policy, unread) = self.file(digest).await?.policy(subject.profile);
        let notes = unread.iter().map(|it| it.note().to_owned()).collect();
        let basis = Basis { unread: Vec::from_iter(unread), ..Basis::default() };
        let (policy, names) = (policy.for_agent(crawler), SourceNames::default());
        Ok(Loaded {
            policy,
            origin: None,
            page: None,
            signals: None,
            names,
            notes,
            basis,
            expires: None,
        })
    }

    async fn load_live(
        &self,
        subject: &Subject,
        crawler: &Crawler,
        usages: &[Usage],
        is_for_all: bool,
    ) -> Result<Loaded, Problem> {
        let url = live_url(&subject.url)?;
        let origin = Origin::of(&url)?;
        let client = self.client_by_deadline().profile(subject.profile);
        let site = if is_for_all {
            client.site(origin.as_str()).await?
        } else {
            client.site_for(crawler, origin.as_str()).await?
        };
        self.seen(&site).await?;
        let unknown = refused_address(site.entry()).map(Unknown::Site);
        let is_known = unknown.is_none();
        let notes = site.entries().filter(|_| is_known).flat_map(|it| evidence::notes(it));
        let mut loaded = Loaded {
            policy: site.for_agent(crawler),
            origin: Some(origin),
            page: None,
            signals: None,
            names: SourceNames {
                robots: Some(site.entry().evidence().final_url.to_string()),
                ..SourceNames::default()
            },
            notes: notes.collect(),
            basis: Basis {
                evidence: site.entries().map(|entry| StoredEntry::new(entry)).collect(),
                page: None,
                unread: site.entries().filter_map(|entry| Unread::of_entry(entry)).collect(),
                unknown,
            },
            expires: Some(site.expires()),
        };
        if is_known && subject.page {
            loaded.add_page(&client, &url, &subject.asked_at).await?;
        }
        if is_known {
            let may_crawl = is_for_all || loaded.may_crawl(&url, &subject.asked_at)?;
            // If it may not crawl the URL, no usage is permitted anyway.
            if may_crawl {
                self.add_signals(&mut loaded, &client, &url, usages).await?;
            }
        }
        Ok(loaded)
    }

    /// Counts the outcome, and keeps the bytes of files that were just fetched.
    pub(crate) async fn seen(&self, site: &Site) -> Result<(), Problem> {
        self.metrics.lookup(site.is_from_store(), site.entry().standing());
        self.asked.note(site.origin().as_str());
        if !site.is_from_store() {
            for entry in site.entries() {
                self.archive(entry).await?;
            }
        }
        Ok(())
    }

    /// Adds the files with signals that decisions about these usages depend on.
    async fn add_signals(
        &self,
        loaded: &mut Loaded,
        client: &Client,
        url: &Url,
        usages: &[Usage],
    ) -> Result<(), Problem> {
        let target = loaded.policy.target(url.as_str())?;
        let needed = files_needed(&loaded.policy, &target, usages);
        if needed.is_empty() {
            return Ok(());
        }
        let signals = client.signal_files(&Origin::of(url)?, needed).await?;
        for it in signals.iter() {
            if !signals.is_from_store() {
                self.archive(it.entry()).await?;
            }
            loaded.notes.extend(evidence::signal_notes(it));
            loaded.basis.evidence.push(StoredEntry::new(it.entry()));
        }
        // None with a page, which can change at any time.
        let own = loaded.expires;
        loaded.expires = own.map(|own| signals.expires().map_or(own, |it| it.min(own)));
        let files = signals.files();
        loaded.policy = loaded.policy.signal_files(&files);
        loaded.signals = Some(files);
        Ok(())
    }
}

impl Loaded {
    fn may_crawl(&self, url: &Url, asked_at: &AskedAt) -> Result<bool, Problem> {
        let target = self.policy.target(url.as_str())?;
        Ok(self.policy.verdict_on(Usage::Crawl, &target, asked_at).is_permit())
    }

    /// Adds the page, if the crawler may crawl it.
    async fn add_page(
        &mut self,
        client: &Client,
        url: &Url,
        asked_at: &AskedAt,
    ) -> Result<(), Problem> {
        let target = self.policy.target(url.as_str())?;
        let crawl = self.policy.decide_on(Usage::Crawl, &target, asked_at);
        // Another visitor may get another page at any time.
        self.expires = None;
        if !crawl.verdict().is_permit() {
            self.notes.push(PAGE_CLOSED.to_owned());
            self.basis.page = Some(PageRequest::closed(url.as_str(), &crawl));
            return Ok(());
        }
        let request = match client.fetch_page(url).await {
            Ok(page) => {
                let request = requested(url, &page);
                if request.not_used.is_none() {
                    let policy: PagePolicy =
                        page.policy_builder().site(self.policy.policy()).build();
                    self.policy = self.policy.page(&policy);
                    self.page = Some(policy);
                    self.names.page = Some(url.to_string());
                    if page.is_cut {
                        let bytes = page.body.len();
                        self.notes.push(format!("only {bytes} bytes of the page were read"));
                    }
                }
                request
            }
            Err(error @ (ClientError::Local(_) | ClientError::Late)) => return Err(error.into()),
            Err(error) => PageRequest::failed(url.as_str(), error.to_string()),
        };
        let why = request.not_used.as_ref();
        self.basis.unknown =
            why.map(|why| Unknown::Page(format!("the page is unavailable: {why}")));
        self.basis.page = Some(request);
        Ok(())
    }
}

/// The outcome of the request for a page.
pub(crate) fn requested(url: &Url, page: &FetchedPage) -> PageRequest {
    let redirect = page.redirect();
    let redirect = redirect.as_ref().map(Url::as_str);
    PageRequest::answered(url.as_str(), page.status, redirect, page.body.len())
}

/// A URL whose site can be asked.
pub(crate) fn live_url(text: &str) -> Result<Url, Problem> {
    let url = Url::parse(text).ok().filter(|url| Origin::of(url).is_ok());
    url.ok_or_else(|| {
        Problem::bad_request(format!(
            "`url`: {text:?} is not an absolute http or https URL; without `digest`, the site is asked"
        ))
    })
}

/// How long an answer may be cached: until it expires, and at most an hour.
pub(crate) fn max_age(expires: Option<Time>, ends: Option<SystemTime>) -> Option<Duration> {
    let until = ends.map(Time::from).into_iter().chain(expires).min();
    expires.and(until).map(|until| until.since(Time::now()).min(Duration::from_hours(1)))
}
