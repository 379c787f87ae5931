//! Holding expectations against a file or a site.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use placet::{AgentPolicy, PagePolicy, RobotsPolicy, Usage};
use placet_fetch::{Origin, Standing};
use placet_publish::expect::{Expectation, Page};
use placet_report::expected::{Tested, Unmet};
use placet_report::unread::Unread;
use placet_report::{Origins, evidence};
use url::Url;

use crate::args::{PageGiven, Test, Who};
use crate::asked::{PageHeard, unread_notes};
use crate::fetch::bar;
use crate::fetching::Fetcher;
use crate::input;

use super::place::beside;

/// One run over the expectations.
pub(super) struct Run<'a> {
    pub(super) args: &'a Test,
    pub(super) table: &'a Path,
    pub(super) who: Who,
}

/// Where a site's robots.txt was found, and what is to be known of it.
type Answered = (String, Vec<String>);

/// What is asked: a file, or a site.
enum Subject<'f> {
    File(RobotsPolicy, Vec<Unread>),
    Site(&'f Fetcher, Origin),
}

impl Run<'_> {
    /// Holds the expectations against one file or site.
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
            told: Vec::new(),
        };
        if let Subject::File(_, unread) = &subject {
            tested.told = unread_notes(unread, &tested.name);
        }
        let mut robots = tested.name.clone();
        let bar = bar();
        bar.inc_length(expectations.len() as u64);
        // Those of one crawler and of one page stand together.
        let mut asked: Option<(&Expectation, AgentPolicy)> = None;
        let mut page: Option<(&Arc<Page>, Option<PagePolicy>)> = None;
        for it in expectations {
            let same =
                |other: &Expectation| (&other.agent, &other.purposes) == (&it.agent, &it.purposes);
            if !asked.as_ref().is_some_and(|(other, _)| same(other)) {
                let (inquiry, from) = self.ask(&subject, it)?;
                if let Some((url, notes)) = from {
                    (robots, tested.told) = (url, notes);
                }
                asked = Some((it, inquiry));
            }
            if !page.as_ref().is_some_and(|(other, _)| Arc::ptr_eq(other, &it.page)) {
                page = Some((&it.page, self.page(&it.page)?));
            }
            let Some((_, inquiry)) = &asked else { continue };
            let own = self.own_page(&subject, it, inquiry)?;
            let given = page.as_ref().and_then(|(_, policy)| policy.as_ref());
            let inquiry = match given.or(own.as_ref()) {
                Some(policy) => inquiry.page(policy),
                None => inquiry.clone(),
            };
            let inquiry = match &it.page.element {
                Some(id) => inquiry.element(id),
                None => inquiry,
            };
            let decision = it.decide(&inquiry, &self.who.occasion()).with_context(|| {
                format!("{}:{}: cannot decide about {:?}", self.table.display(), it.line, it.url)
            })?;
            if !it.is_met_by(&decision) {
                let page = it.page.html.as_ref();
                let page = page.map(|file| beside(self.table, file).display().to_string());
                let origins = Origins { robots: Some(robots.clone()), page, rendered: None };
                let (expected, table) = (it.to_string(), self.table.display().to_string());
                tested.unmet.push(Unmet { decision, origins, expected, table, line: it.line });
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(tested)
    }

    fn subject<'f>(&self, name: &str, fetcher: &'f mut Option<Fetcher>) -> Result<Subject<'f>> {
        if !name.contains("://") {
            let (policy, unread) = self.who.site(Some(Path::new(name)), &self.args.reading)?;
            return Ok(Subject::File(policy, unread));
        }
        if !self.who.reference.is_empty() {
            bail!("--reference goes with files: what a fetched robots.txt refers to is fetched");
        }
        let url = Url::parse(name).with_context(|| format!("cannot fetch from {name:?}"))?;
        let origin = Origin::of(&url).with_context(|| format!("cannot fetch from {name:?}"))?;
        let (sent, reading) = (self.args.user_agent.as_deref(), &self.args.reading);
        let opened = match fetcher.take() {
            Some(opened) => opened,
            None => self.args.fetching.open(sent, reading.profile, reading.ceiling(), 1)?,
        };
        Ok(Subject::Site(fetcher.insert(opened), origin))
    }

    /// The crawler of an expectation before the site; and where that was asked, by which URL and
    /// what is to be known of it.
    fn ask(
        &self,
        subject: &Subject<'_>,
        it: &Expectation,
    ) -> Result<(AgentPolicy, Option<Answered>)> {
        let crawler = it.crawler(self.who.crawler(it.agent()));
        match subject {
            Subject::File(policy, _) => Ok((policy.for_agent(crawler), None)),
            Subject::Site(fetcher, origin) => {
                fetcher.another_question();
                let site = fetcher.site(origin, Some(&crawler))?;
                let notes = evidence::notes(site.entry());
                if site.entry().standing() == Standing::Unreachable {
                    bail!("nothing can be tested: {}", notes.join("; "));
                }
                let url = site.entry().evidence().final_url.to_string();
                // Only path and query of what is expected count, so not of which site they are.
                Ok((site.policy().for_agent(crawler), Some((url, notes))))
            }
        }
    }

    /// What the page of an expectation says, where one is given.
    fn page(&self, page: &Page) -> Result<Option<PagePolicy>> {
        if page.is_empty() {
            return Ok(None);
        }
        let html = page.html.as_ref().map(|file| input::read_page(&beside(self.table, file)));
        let html = html.transpose()?;
        Ok(Some(input::page(None, &page.headers, html.as_deref(), None)))
    }

    /// What the site's own page says, where it is to be heard and may be crawled.
    fn own_page(
        &self,
        subject: &Subject<'_>,
        it: &Expectation,
        inquiry: &AgentPolicy,
    ) -> Result<Option<PagePolicy>> {
        let Subject::Site(fetcher, origin) = subject else { return Ok(None) };
        if !self.args.page || !it.page.is_empty() {
            return Ok(None);
        }
        let place = || format!("{}:{}: {:?}", self.table.display(), it.line, it.url);
        // Only path and query count: the page is one of the site that is tested.
        let target = inquiry.target(&it.url).with_context(place)?.to_string();
        let (path, query) =
            target.split_once('?').map_or((&*target, None), |(path, query)| (path, Some(query)));
        let mut url = origin.robots_txt().clone();
        url.set_path(path);
        url.set_query(query);
        let occasion = self.who.occasion();
        fetcher.another_question();
        let page = PageHeard::fetch(fetcher, &url, inquiry, &occasion, &PageGiven::default())?;
        if let Some(why) = page.missed().filter(|_| it.usage != Usage::Crawl) {
            bail!("{}: {why}", place());
        }
        Ok(page.policy)
    }
}
