//! Answers questions one by one, and caches sites.

use std::borrow::Cow;

use anyhow::{Context as _, Result, bail};
use placet::{AgentPolicy, Crawler, Profile, RobotsPolicy, Usage};
use placet_report::json::{self, Answer, Defaults, Failure, Question, QuestionError, RobotsTxt};
use placet_report::unread::Unread;

use super::LINE;
use super::sites::Sites;
use crate::lines;

/// Answers questions one by one.
pub(super) struct Decider<'a> {
    sites: &'a Sites<'a>,
    defaults: &'a Defaults,
    verdict_only: bool,
    /// The sites of recent questions, most recently used last.
    cache: Vec<CachedSite>,
}

/// The size of the cache: questions that alternate between a few sites parse each once.
const CACHED: usize = 8;

/// A parsed site, and its latest crawler.
struct CachedSite {
    robots: RobotsTxt<'static>,
    cut: bool,
    refs: Vec<(String, String)>,
    profile: Profile,
    policy: RobotsPolicy,
    unread: Vec<Unread>,
    agent_policy: Option<AgentPolicy>,
}

impl<'a> Decider<'a> {
    pub(super) fn new(sites: &'a Sites<'a>, defaults: &'a Defaults, verdict_only: bool) -> Self {
        Self { sites, defaults, verdict_only, cache: Vec::new() }
    }

    /// Writes the answer to one line; returns whether the line is a valid question.
    pub(super) fn answer(&mut self, number: u64, line: &[u8], out: &mut Vec<u8>) -> bool {
        let start = out.len();
        let answered = self.decide(line, out);
        if let Err(error) = &answered {
            out.truncate(start);
            let column = error.downcast_ref().and_then(QuestionError::column);
            let location = column.map(|column| format!("line {number}, column {column}: "));
            let text = std::str::from_utf8(line).ok();
            let failure = Failure {
                id: text.and_then(json::id),
                origin: text.and_then(json::origin),
                line: number,
                column,
                error: format!("{}{error:#}", location.unwrap_or_default()),
            };
            // Writing to a vector cannot fail.
            let _ = serde_json::to_writer(&mut *out, &failure);
        }
        out.push(b'\n');
        answered.is_ok()
    }

    fn decide(&mut self, line: &[u8], out: &mut Vec<u8>) -> Result<()> {
        if line == lines::TOO_LONG {
            bail!("the line is longer than {LINE} bytes");
        }
        let text = std::str::from_utf8(line)
            .map_err(|error| QuestionError::at(error.valid_up_to() + 1, "not UTF-8"))?;
        let question = Question::read(text)?;
        let profile = question.profile(self.defaults)?;
        let usage = question.usage(self.defaults)?;
        let asked_at = question.asked_at(self.defaults)?;
        let (element, verdict_only) = (question.element()?, self.verdict_only);
        let crawler = question.crawler(self.defaults)?;
        let (origin, url) = (question.origin()?, question.url(self.defaults)?);
        let (site, unread) = self.agent_policy(&question, crawler, profile)?;
        let with_page = question.page(site.policy())?.map(|page| {
            let page = site.page(&page);
            element.map_or_else(|| page.clone(), |id| page.element(&id))
        });
        let agent_policy = with_page.as_ref().unwrap_or(site);
        let target = agent_policy
            .target(&url)
            .map_err(|error| QuestionError::new(format!("`url`: {error}")))?;
        let answer = if verdict_only && usage == Usage::Crawl && with_page.is_none() {
            Answer::brief(question.id(), agent_policy.verdict(&target), &[], profile)
                .with_garbled(agent_policy.policy().garbled())
        } else {
            let decision = agent_policy.decide_on(usage, &target, &asked_at);
            if verdict_only {
                Answer::verdict_only(question.id(), &decision)
            } else {
                Answer::new(question.id(), &decision)
            }
        };
        let answer = answer.with_origin(origin.as_deref()).with_unread(unread);
        serde_json::to_writer(out, &answer)?;
        Ok(())
    }

    /// The policy of a question's site for its crawler, and which parts of files were not read.
    fn agent_policy(
        &mut self,
        question: &Question<'_>,
        crawler: Crawler,
        profile: Profile,
    ) -> Result<(&AgentPolicy, &[Unread])> {
        let (robots, refs, cut) = (question.robots()?, question.refs()?, question.is_cut()?);
        let is_same_site = |site: &CachedSite| {
            site.profile == profile
                && site.cut == cut
                && site.robots == robots
                && site.refs.len() == refs.len()
                && site
                    .refs
                    .iter()
                    .zip(&refs)
                    .all(|(one, (path, text))| one.0 == *path && one.1 == *text)
        };
        let site = match self.cache.iter().rposition(is_same_site) {
            Some(at) => self.cache.remove(at),
            None => self.read(robots, cut, &refs, profile)?,
        };
        if self.cache.len() >= CACHED {
            self.cache.remove(0);
        }
        self.cache.push(site);
        let site = self.cache.last_mut().context("the policy is not in the cache")?;
        let is_same_crawler = |it: &AgentPolicy| {
            *it.crawler() == crawler && it.agent().user_agent() == crawler.agent().user_agent()
        };
        let agent_policy = site.agent_policy.take().filter(is_same_crawler);
        let agent_policy = agent_policy.unwrap_or_else(|| site.policy.for_agent(crawler));
        Ok((site.agent_policy.insert(agent_policy), &site.unread))
    }

    fn read(
        &self,
        robots: RobotsTxt<'_>,
        cut: bool,
        refs: &[(Cow<'_, str>, Cow<'_, str>)],
        profile: Profile,
    ) -> Result<CachedSite> {
        let (policy, mut unread) = self.sites.read(&robots, profile)?;
        if cut {
            // `placet fetch` did not read the rest.
            unread = vec![Unread::uncounted("robots.txt", policy.text().len())];
        }
        let policy = policy.join(|path| {
            let (_, text) = refs.iter().find(|(it, _)| it == path)?;
            Some(text.as_bytes())
        });
        unread.extend(
            refs.iter()
                .filter_map(|(path, text)| self.sites.unread(path, text.as_bytes(), profile)),
        );
        Ok(CachedSite {
            robots: robots.into_owned(),
            cut,
            refs: refs.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect(),
            profile,
            policy,
            unread,
            agent_policy: None,
        })
    }
}
