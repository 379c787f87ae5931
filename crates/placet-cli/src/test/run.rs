//! Tests the expectations against a file or a site.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use placet::{AgentPolicy, PagePolicy, RobotsPolicy, Usage};
use placet_fetch::{Origin, Standing};
use placet_publish::expect::{Expectation, Page};
use placet_report::expected::{Tested, Unmet};
use placet_report::unread::Unread;
use placet_report::{SourceNames, evidence};
use url::Url;

use super::paths::resolve;
use crate::args::{CrawlerArgs, PageArgs, Test};
use crate::fetch::bar;
use crate::fetcher::{Fetcher, ONE_QUESTION};
use crate::input;
use crate::page::LivePage;
use crate::question::unread_notes;
use crate::signal_files::LocalSignals;

/// The settings of a run.
pub(super) struct Run<'a> {
    pub(super) args: &'a Test,
    pub(super) table: &'a Path,
    pub(super) crawler: CrawlerArgs,
    pub(super) signals: LocalSignals,
}

/// The URL of a fetched robots.txt, and the notes about it.
type FetchedFrom = (String, Vec<String>);

/// What to test: a file or a site.
enum Subject<'f> {
    File(RobotsPolicy, Vec<Unread>),
    Site(&'f Fetcher, Origin),
}

impl Run<'_> {
    /// Tests the expectations against one file or site.
    pub(super) fn check(
        &self,
        name: &str,
        expectations: &[Expectation],
        fetcher: &mut Option<Fetcher>,
    ) -> Result<Tested> {
        let subject = self.subject(name, fetcher)?;
        let mut tested = Tested {
            name: input::name(Path::new(name)),
            is_file: matches!(subject, Subject::File(..)),
            expectations: expectations.len(),
            unmet: Vec::new(),
            notes: Vec::new(),
        };
        if let Subject::File(_, unread) = &subject {
            tested.notes = unread_notes(unread, &tested.name);
        }
        let mut robots = tested.name.clone();
        let bar = bar();
        bar.inc_length(expectations.len() as u64);
        // Expectations for one crawler and one page are adjacent.
        let mut current: Option<(&Expectation, AgentPolicy)> = None;
        let mut page: Option<(&Arc<Page>, Option<PagePolicy>)> = None;
        for it in expectations {
            let same =
                |other: &Expectation| (&other.agent, &other.purposes) == (&it.agent, &it.purposes);
            if !current.as_ref().is_some_and(|(other, _)| same(other)) {
                let (agent_policy, from) = self.agent_policy(&subject, it)?;
                if let Some((url, notes)) = from {
                    (robots, tested.notes) = (url, notes);
                }
                current = Some((it, agent_policy));
            }
            if !page.as_ref().is_some_and(|(other, _)| Arc::ptr_eq(other, &it.page)) {
                page = Some((&it.page, self.page(&it.page)?));
            }
            let Some((_, agent_policy)) = &current else { continue };
            let live = self.live_page(&subject, it, agent_policy)?;
            let local = page.as_ref().and_then(|(_, policy)| policy.as_ref());
            let agent_policy = match local.or(live.as_ref()) {
                Some(policy) => agent_policy.page(policy),
                None => agent_policy.clone(),
            };
            let agent_policy = match &it.page.element {
                Some(id) => agent_policy.element(id),
                None => agent_policy,
            };
            let agent_policy = self.with_signals(&subject, it, &agent_policy, &mut tested.notes)?;
            let asked = self.on_site(&subject, it, &agent_policy)?;
            let decision =
                asked.decide(&agent_policy, &self.crawler.asked_at()).with_context(|| {
                    format!(
                        "{}:{}: cannot decide about {:?}",
                        self.table.display(),
                        it.line,
                        it.url
                    )
                })?;
            if !it.is_met_by(&decision) {
                let page = it.page.html.as_ref();
                let page = page.map(|file| resolve(self.table, file).display().to_string());
                let names = SourceNames { robots: Some(robots.clone()), page, rendered: None };
                let (expected, table) = (it.to_string(), self.table.display().to_string());
                tested.unmet.push(Unmet { decision, names, expected, table, line: it.line });
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(tested)
    }

    fn subject<'f>(&self, name: &str, fetcher: &'f mut Option<Fetcher>) -> Result<Subject<'f>> {
        if !name.contains("://") {
            let (references, reading) = (&self.args.references, &self.args.reading);
            let (policy, unread) = input::read_site(Some(Path::new(name)), references, reading)?;
            return Ok(Subject::File(policy, unread));
        }
        if !self.args.references.reference.is_empty() {
            bail!(
                "--reference is for local files: placet fetches the files that a fetched robots.txt \
                 refers to"
            );
        }
        let url = Url::parse(name).with_context(|| format!("cannot fetch from {name:?}"))?;
        let origin = Origin::of(&url).with_context(|| format!("cannot fetch from {name:?}"))?;
        let (user_agent, reading) = (self.args.user_agent.as_deref(), &self.args.reading);
        let opened = match fetcher.take() {
            Some(opened) => opened,
            None => self.args.fetching.open(
                user_agent,
                reading.profile,
                reading.ceiling(),
                ONE_QUESTION,
            )?,
        };
        Ok(Subject::Site(fetcher.insert(opened), origin))
    }

    /// The policy for the crawler of an expectation, and where it was fetched from.
    fn agent_policy(
        &self,
        subject: &Subject<'_>,
        it: &Expectation,
    ) -> Result<(AgentPolicy, Option<FetchedFrom>)> {
        let crawler = it.crawler(self.crawler.crawler(it.agent()));
        match subject {
            Subject::File(policy, _) => Ok((policy.for_agent(crawler), None)),
            Subject::Site(fetcher, origin) => {
                fetcher.restart_timeout();
                let site = fetcher.site(origin, Some(&crawler))?;
                let notes = evidence::notes(site.entry());
                if site.entry().standing() == Standing::Unreachable {
                    bail!("cannot test {origin}: {}", notes.join("; "));
                }
                let url = site.entry().evidence().final_url.to_string();
                // Only the path and query of a URL count, so that a copy of a site can be tested.
                Ok((site.policy().for_agent(crawler), Some((url, notes))))
            }
        }
    }

    /// The policy with the files that contain signals: the local copies, and for a site those that an
    /// expectation depends on.
    fn with_signals(
        &self,
        subject: &Subject<'_>,
        it: &Expectation,
        agent_policy: &AgentPolicy,
        notes: &mut Vec<String>,
    ) -> Result<AgentPolicy> {
        let agent_policy = self.signals.apply(agent_policy);
        let Subject::Site(fetcher, origin) = subject else { return Ok(agent_policy) };
        fetcher.restart_timeout();
        let url = self.url(it, origin, &agent_policy)?;
        let signals = self.signals.fetch(fetcher, &url, &agent_policy, &[it.usage])?;
        for note in signals.entries.iter().flat_map(evidence::signal_notes) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        Ok(signals.policy)
    }

    /// An expectation about a URL of the tested site, if that is known: what the site refers to by a
    /// relative URL is then what was fetched.
    fn on_site<'e>(
        &self,
        subject: &Subject<'_>,
        it: &'e Expectation,
        agent_policy: &AgentPolicy,
    ) -> Result<Cow<'e, Expectation>> {
        let Subject::Site(_, origin) = subject else { return Ok(Cow::Borrowed(it)) };
        let target = agent_policy.target(&it.url).with_context(|| self.location(it))?;
        let mut asked = it.clone();
        asked.url = format!("{origin}{target}");
        Ok(Cow::Owned(asked))
    }

    /// The URL of an expectation on the tested site: only its path and query count.
    fn url(&self, it: &Expectation, origin: &Origin, agent_policy: &AgentPolicy) -> Result<Url> {
        let target = agent_policy.target(&it.url).with_context(|| self.location(it))?.to_string();
        let (path, query) =
            target.split_once('?').map_or((&*target, None), |(path, query)| (path, Some(query)));
        let mut url = origin.robots_txt().clone();
        url.set_path(path);
        url.set_query(query);
        Ok(url)
    }

    fn location(&self, it: &Expectation) -> String {
        format!("{}:{}: {:?}", self.table.display(), it.line, it.url)
    }

    /// The local page of an expectation, if it has one.
    fn page(&self, page: &Page) -> Result<Option<PagePolicy>> {
        if page.is_empty() {
            return Ok(None);
        }
        let html = page.html.as_ref().map(|file| input::read_page(&resolve(self.table, file)));
        let html = html.transpose()?;
        Ok(Some(input::page(None, &page.headers, html.as_deref(), None)))
    }

    /// The live page of an expectation, with `--page` and if the crawler may crawl it.
    fn live_page(
        &self,
        subject: &Subject<'_>,
        it: &Expectation,
        agent_policy: &AgentPolicy,
    ) -> Result<Option<PagePolicy>> {
        let Subject::Site(fetcher, origin) = subject else { return Ok(None) };
        if !self.args.page || !it.page.is_empty() {
            return Ok(None);
        }
        let url = self.url(it, origin, agent_policy)?;
        let asked_at = self.crawler.asked_at();
        fetcher.restart_timeout();
        let page = LivePage::fetch(fetcher, &url, agent_policy, &asked_at, &PageArgs::default())?;
        if let Some(why) = page.unavailable().filter(|_| it.usage != Usage::Crawl) {
            bail!("{}: {why}", self.location(it));
        }
        Ok(page.policy)
    }
}
