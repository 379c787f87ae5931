//! Answers many questions in order.

use std::collections::HashSet;

use placet::{Profile, Usage, Verdict};
use placet_fetch::{AgentClient, Client, Origin, Time};
use placet_report::evidence::refused_address;
use placet_report::json::{Answer, Defaults, Failure, Question};
use tokio::task::JoinSet;

use super::source::{MORE, Sources, is_live};
use crate::limits;
use crate::problem::{Code, Problem};
use crate::question::live_url;
use crate::state::App;

/// What to do with a digest that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OnUnknownDigest {
    /// The whole request fails, so that the client sends the file and repeats it.
    Fail,
    /// Its question has no answer.
    Continue,
}

/// Answers the questions of one request.
#[derive(Debug)]
pub(super) struct Batch<'b> {
    app: &'b App,
    client: Client,
    defaults: Defaults,
    shared: Option<&'b Question<'b>>,
    sources: Sources<'b>,
    /// The client of the latest crawler of live questions.
    live: Option<([Option<&'b str>; 5], Profile, AgentClient)>,
    on_unknown: OnUnknownDigest,
    permitted: u64,
    prohibited: u64,
}

impl<'b> Batch<'b> {
    /// A batch whose questions leave out what `shared` has.
    pub(super) fn new(
        app: &'b App,
        shared: Option<&'b Question<'b>>,
        on_unknown: OnUnknownDigest,
    ) -> Self {
        Self {
            app,
            client: app.client_by_deadline(),
            defaults: Defaults { now: Time::now().to_system(), ..Defaults::default() },
            shared,
            sources: Sources::default(),
            live: None,
            on_unknown,
            permitted: 0,
            prohibited: 0,
        }
    }

    /// Parses a question.
    pub(super) fn question(&self, text: &'b str) -> Result<Question<'b>, Problem> {
        Ok(Question::read_with(text, &MORE, self.shared)?)
    }

    /// Writes the answers, with `between` before each but the first, and `after` after each.
    pub(super) async fn answer_all(
        &mut self,
        texts: &[&'b str],
        first: u64,
        (between, after): (&str, &str),
        out: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        self.prefetch(texts).await?;
        for (at, text) in texts.iter().enumerate() {
            if at > 0 {
                out.extend_from_slice(between.as_bytes());
            }
            if at % limits::TURN == limits::TURN - 1 {
                tokio::task::yield_now().await;
            }
            let line = first + at as u64;
            self.answer_or_failure(text, line, out).await.map_err(|problem| problem.at(at))?;
            out.extend_from_slice(after.as_bytes());
        }
        self.count();
        Ok(())
    }

    /// Writes the answer to one question, or what is wrong with it.
    async fn answer_or_failure(
        &mut self,
        text: &'b str,
        line: u64,
        out: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        let start = out.len();
        let Err(problem) = self.answer(text, out).await else { return Ok(()) };
        if problem.code() == Code::UnknownDigest && self.on_unknown == OnUnknownDigest::Fail {
            return Err(problem);
        }
        out.truncate(start);
        let failure = Failure {
            id: placet_report::json::id(text),
            origin: None,
            line,
            column: problem.column(),
            error: problem.detail().to_owned(),
        };
        // Writing to a vector cannot fail.
        let _ = serde_json::to_writer(&mut *out, &failure);
        Ok(())
    }

    /// Writes the answer to one question.
    pub(super) async fn answer(&mut self, text: &'b str, out: &mut Vec<u8>) -> Result<(), Problem> {
        let question = self.question(text)?;
        let with_reasons = question.more_flag("reasons", true)?;
        if is_live(&question) {
            return self.answer_live(&question, with_reasons, out).await;
        }
        let Self { app, defaults, sources, .. } = self;
        let profile = question.profile(defaults)?;
        let gone = || Problem::new(Code::Internal, "the file is not in the batch");
        let source = sources.find(app, &question, profile).await?.ok_or_else(gone)?;
        let (view, unread) = source.view(&question, defaults)?.ok_or_else(gone)?;
        let verdict = question.decide(view, unread, defaults, !with_reasons, out)?;
        self.decided(verdict);
        Ok(())
    }

    /// The same for a question about the live file of its site.
    async fn answer_live(
        &mut self,
        question: &Question<'b>,
        with_reasons: bool,
        out: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        let (usage, url) = (question.usage(&self.defaults)?, question.url(&self.defaults)?);
        refuse_local_parts(question)?;
        let profile = question.profile(&self.defaults)?;
        let values = question.crawler_values();
        let is_other = |it: &(_, Profile, _)| (it.0, it.1) != (values, profile);
        if self.live.as_ref().is_none_or(is_other) {
            let crawler = question.crawler(&self.defaults)?;
            self.live = Some((values, profile, self.client.profile(profile).for_agent(crawler)));
        }
        let Some((_, _, bot)) = &self.live else { return Ok(()) };
        if let Ok(origin) = url.parse::<Origin>() {
            self.app.asked.note(origin.as_str());
        }
        if !with_reasons && usage == Usage::Crawl {
            let is_permitted = bot.allows(&*url).await?;
            let verdict = if is_permitted { Verdict::Permit } else { Verdict::Prohibit };
            self.refuse_unasked(&url, verdict).await?;
            write(&Answer::brief(question.id(), verdict, &[], profile), out)?;
            self.decided(verdict);
            return Ok(());
        }
        let decision = bot.may(usage, &*url).await?;
        self.refuse_unasked(&url, decision.verdict()).await?;
        let answer = if with_reasons {
            Answer::new(question.id(), &decision)
        } else {
            Answer::verdict_only(question.id(), &decision)
        };
        write(&answer, out)?;
        self.decided(decision.verdict());
        Ok(())
    }

    /// Fails if the verdict is about a site that was not asked, because of its address: nothing is known
    /// about it. Such a refusal is not stored.
    async fn refuse_unasked(&self, url: &str, verdict: Verdict) -> Result<(), Problem> {
        let origin: Origin = url.parse()?;
        let memory = self.app.client.store().memory();
        let is_stored = memory.is_some_and(|it| it.find(origin.robots_txt()).is_some());
        if verdict.is_permit() || is_stored {
            return Ok(());
        }
        let entry = self.client.robots(origin.as_str()).await?;
        refused_address(&entry).map_or(Ok(()), |why| Err(Problem::new(Code::FetchFailed, why)))
    }

    /// Fetches what live questions need, all sites at the same time.
    async fn prefetch(&self, texts: &[&'b str]) -> Result<(), Problem> {
        let (mut seen, mut tasks) = (HashSet::new(), JoinSet::new());
        if self.shared.is_some_and(|shared| !is_live(shared)) {
            return Ok(());
        }
        for text in texts.iter().filter(|text| !has_file(text)) {
            // Questions with errors get them later.
            let Ok(question) = self.question(text) else { continue };
            let (Ok(url), Ok(usage), Ok(profile)) = (
                question.url(&self.defaults),
                question.usage(&self.defaults),
                question.profile(&self.defaults),
            ) else {
                continue;
            };
            let Some(origin) = is_live(&question).then(|| live_url(&url).ok()).flatten() else {
                continue;
            };
            let origin = origin.origin().ascii_serialization();
            let Ok(crawler) = question.crawler(&self.defaults) else { continue };
            if seen.insert((origin, usage)) {
                if seen.len() > limits::BATCH_SITES {
                    let most = limits::BATCH_SITES;
                    let detail = format!("the questions are about more than {most} sites");
                    return Err(Problem::new(Code::BatchTooLarge, detail));
                }
                let (client, url) = (self.client.profile(profile), url.into_owned());
                tasks.spawn(async move { client.may(crawler, usage, url).await.map(drop) });
            }
        }
        // Its errors are those of the questions.
        while tasks.join_next().await.is_some() {}
        Ok(())
    }

    fn decided(&mut self, verdict: Verdict) {
        if verdict.is_permit() {
            self.permitted += 1;
        } else {
            self.prohibited += 1;
        }
    }

    pub(super) fn count(&mut self) {
        self.app.metrics.decided(Verdict::Permit, std::mem::take(&mut self.permitted));
        self.app.metrics.decided(Verdict::Prohibit, std::mem::take(&mut self.prohibited));
    }
}

/// Whether a question names its file, as far as one can see without parsing it. If this is wrong, its
/// site is asked a little later.
fn has_file(text: &str) -> bool {
    text.contains("\"digest\"") || text.contains("\"robots")
}

/// Refuses files and pages in a question about a live site, whose own files decide.
fn refuse_local_parts(question: &Question<'_>) -> Result<(), Problem> {
    const LOCAL: [&str; 14] = [
        "refs",
        "tdmrep",
        "trust_txt",
        "ai_txt",
        "rsl",
        "headers",
        "html",
        "html_b64",
        "rendered",
        "signals",
        "element",
        "now",
        "crawled",
        "recrawled",
    ];
    let given = LOCAL.into_iter().find(|key| question.raw(key).is_some());
    given.map_or(Ok(()), |key| {
        let detail = format!("`{key}` needs `robots` or `digest`; without them the site is asked");
        Err(Problem::bad_request(detail))
    })
}

fn write(answer: &Answer<'_>, out: &mut Vec<u8>) -> Result<(), Problem> {
    serde_json::to_writer(out, answer)
        .map_err(|error| Problem::new(Code::Internal, error.to_string()))
}
