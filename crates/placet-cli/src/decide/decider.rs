//! Answers questions one by one, and caches sites.

use anyhow::{Context as _, Result, bail};
use placet::{AgentPolicy, Profile, RobotsPolicy};
use placet_report::json::{self, Defaults, Failure, Question, QuestionError};
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

/// A parsed site, and its latest crawler. Both are compared as written, so that the same text is not
/// decoded again.
struct CachedSite {
    values: Values,
    profile: Profile,
    policy: RobotsPolicy,
    unread: Vec<Unread>,
    agent_policy: Option<(Values, AgentPolicy)>,
}

/// Values of a question as written, in the order of their keys.
type Values = Vec<Option<Box<str>>>;

fn are_same(known: &Values, values: &[Option<&str>]) -> bool {
    known.iter().map(Option::as_deref).eq(values.iter().copied())
}

fn owned(values: &[Option<&str>]) -> Values {
    values.iter().map(|value| value.map(Box::from)).collect()
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
        let question = Question::read(text, self.cache.last().map_or("", CachedSite::longest))?;
        let profile = question.profile(self.defaults)?;
        let (site_values, crawler_values) = (question.site_values(), question.crawler_values());
        let is_cached = self.find(&site_values, profile);
        let last = self.cache.last().filter(|_| is_cached);
        let is_same_crawler = last.is_some_and(|site| site.is_asked_by(&crawler_values));
        let crawler = if is_same_crawler { None } else { Some(question.crawler(self.defaults)?) };
        if !is_cached {
            let site = self.read(&question, profile)?;
            if self.cache.len() >= CACHED {
                self.cache.remove(0);
            }
            self.cache.push(site);
        }
        let cached = self.cache.last_mut().context("the site is not in the cache")?;
        if let Some(crawler) = crawler {
            let agent_policy = cached.policy.for_agent(crawler);
            cached.agent_policy = Some((owned(&crawler_values), agent_policy));
        }
        let (unread, site) = (&cached.unread, cached.agent_policy.as_ref());
        let (_, site) = site.context("the crawler is not in the cache")?;
        question.decide(site, unread, self.defaults, self.verdict_only, out)?;
        Ok(())
    }

    /// Moves a site to the end of the cache; returns whether it is there.
    fn find(&mut self, values: &[Option<&str>], profile: Profile) -> bool {
        let is_same = |site: &CachedSite| site.profile == profile && are_same(&site.values, values);
        let at = self.cache.iter().rposition(is_same);
        if let Some(moved) = at.and_then(|at| self.cache.get_mut(at..)) {
            moved.rotate_left(1);
        }
        at.is_some()
    }

    /// Reads the site of a question.
    fn read(&self, question: &Question<'_>, profile: Profile) -> Result<CachedSite> {
        let (robots, refs, cut) = (question.robots()?, question.refs()?, question.is_cut()?);
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
        let values = owned(&question.site_values());
        Ok(CachedSite { values, profile, policy, unread, agent_policy: None })
    }
}

impl CachedSite {
    /// The longest of its values, which is its robots.txt.
    fn longest(&self) -> &str {
        self.values.iter().flatten().max_by_key(|value| value.len()).map_or("", |value| value)
    }

    fn is_asked_by(&self, crawler_values: &[Option<&str>]) -> bool {
        let asked_by = self.agent_policy.as_ref();
        asked_by.is_some_and(|(values, _)| are_same(values, crawler_values))
    }
}
