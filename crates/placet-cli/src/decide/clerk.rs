//! Answering questions one after the other.

use std::borrow::Cow;

use anyhow::{Context as _, Result, bail};
use placet::{AgentPolicy, Crawler, Profile, RobotsPolicy, Usage};
use placet_report::json::{self, Answer, Defaults, Failure, Question, QuestionError, RobotsTxt};
use placet_report::unread::Unread;

use super::LINE;
use super::sites::Sites;
use crate::lines;

/// Answers questions one after the other, and keeps what the next may need again.
pub(super) struct Clerk<'a> {
    sites: &'a Sites<'a>,
    defaults: &'a Defaults,
    verdict_only: bool,
    /// The sites of the last questions, the latest last.
    kept: Vec<Kept>,
}

/// How many sites are kept: questions about a few in turn parse none of them again.
const KEPT: usize = 8;

/// The site of a question, and the crawler that asked last.
struct Kept {
    robots: RobotsTxt<'static>,
    cut: bool,
    refs: Vec<(String, String)>,
    profile: Profile,
    policy: RobotsPolicy,
    unread: Vec<Unread>,
    inquiry: Option<AgentPolicy>,
}

impl<'a> Clerk<'a> {
    pub(super) fn new(sites: &'a Sites<'a>, defaults: &'a Defaults, verdict_only: bool) -> Self {
        Self { sites, defaults, verdict_only, kept: Vec::new() }
    }

    /// Writes the answer to one line, by its number; gives whether it was a valid question.
    pub(super) fn answer(&mut self, number: u64, line: &[u8], out: &mut Vec<u8>) -> bool {
        let start = out.len();
        let answered = self.decide(line, out);
        if let Err(error) = &answered {
            out.truncate(start);
            let column = error.downcast_ref().and_then(QuestionError::column);
            let place = column.map(|column| format!("line {number}, column {column}: "));
            let text = std::str::from_utf8(line).ok();
            let failure = Failure {
                id: text.and_then(json::id),
                origin: text.and_then(json::origin),
                line: number,
                column,
                error: format!("{}{error:#}", place.unwrap_or_default()),
            };
            // A vector takes all that is written to it.
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
        let occasion = question.occasion(self.defaults)?;
        let (element, verdict_only) = (question.element()?, self.verdict_only);
        let crawler = question.crawler(self.defaults)?;
        let (origin, url) = (question.origin()?, question.url(self.defaults)?);
        let (site, unread) = self.inquiry(&question, crawler, profile)?;
        let before_page = question.page(site.policy())?.map(|page| {
            let page = site.page(&page);
            element.map_or_else(|| page.clone(), |id| page.element(&id))
        });
        let inquiry = before_page.as_ref().unwrap_or(site);
        let target =
            inquiry.target(&url).map_err(|error| QuestionError::new(format!("`url`: {error}")))?;
        let answer = if verdict_only && usage == Usage::Crawl && before_page.is_none() {
            Answer::brief(question.id(), inquiry.verdict(&target), &[], profile)
                .about(inquiry.policy().garbled())
        } else {
            let decision = inquiry.decide_on(usage, &target, &occasion);
            if verdict_only {
                Answer::verdict_only(question.id(), &decision)
            } else {
                Answer::new(question.id(), &decision)
            }
        };
        serde_json::to_writer(out, &answer.of(origin.as_deref()).without(unread))?;
        Ok(())
    }

    /// The crawler of a question before its site, and what was not read of that.
    fn inquiry(
        &mut self,
        question: &Question<'_>,
        crawler: Crawler,
        profile: Profile,
    ) -> Result<(&AgentPolicy, &[Unread])> {
        let (robots, refs, cut) = (question.robots()?, question.refs()?, question.is_cut()?);
        let same = |kept: &Kept| {
            kept.profile == profile
                && kept.cut == cut
                && kept.robots == robots
                && kept.refs.len() == refs.len()
                && kept
                    .refs
                    .iter()
                    .zip(&refs)
                    .all(|(one, (path, text))| one.0 == *path && one.1 == *text)
        };
        let kept = match self.kept.iter().rposition(same) {
            Some(at) => self.kept.remove(at),
            None => self.read(robots, cut, &refs, profile)?,
        };
        if self.kept.len() >= KEPT {
            self.kept.remove(0);
        }
        self.kept.push(kept);
        let kept = self.kept.last_mut().context("the policy was not kept")?;
        let same = |inquiry: &AgentPolicy| {
            *inquiry.crawler() == crawler
                && inquiry.agent().user_agent() == crawler.agent().user_agent()
        };
        let inquiry = kept.inquiry.take().filter(same);
        let inquiry = inquiry.unwrap_or_else(|| kept.policy.for_agent(crawler));
        Ok((kept.inquiry.insert(inquiry), &kept.unread))
    }

    fn read(
        &self,
        robots: RobotsTxt<'_>,
        cut: bool,
        refs: &[(Cow<'_, str>, Cow<'_, str>)],
        profile: Profile,
    ) -> Result<Kept> {
        let (policy, mut unread) = self.sites.read(&robots, profile)?;
        if cut {
            // What follows was not handed on.
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
        Ok(Kept {
            robots: robots.into_owned(),
            cut,
            refs: refs.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect(),
            profile,
            policy,
            unread,
            inquiry: None,
        })
    }
}
