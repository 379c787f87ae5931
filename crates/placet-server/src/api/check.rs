//! `GET /v1/check`.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use placet::{AgentPolicy, Usage};
use placet_fetch::{AgentClient, Entry, Standing, Time};
use placet_report::advice;
use placet_report::evidence::Basis;
use placet_report::json::Check;
use url::Position;

use super::openapi::QuestionParams;
use crate::problem::Problem;
use crate::question::{self, Loaded, Subject, max_age};
use crate::reply;
use crate::state::{App, Shared};

/// The handler for the router.
pub(super) async fn routed(
    State(app): State<Shared>,
    uri: Uri,
    fields: HeaderMap,
) -> Result<Response, Problem> {
    check(&app, &uri, &fields).await
}

/// Decides one question, with the statements that took part and the files that it is based on.
#[utoipa::path(
    get,
    path = "/v1/check",
    tag = "decisions",
    params(QuestionParams),
    responses((status = 200, description = "The decision", body = Check<'static>), (status = 304, description = "The client has this answer already"))
)]
pub(crate) async fn check(app: &App, uri: &Uri, fields: &HeaderMap) -> Result<Response, Problem> {
    let (subject, crawler, usage) = question::one(uri.query())?;
    let is_plain =
        subject.digest.is_none() && !subject.page && matches!(usage, Usage::Crawl | Usage::Follow);
    let bot = app.client.for_agent(crawler).profile(subject.profile);
    if is_plain && let Some((body, age)) = app.warm(&subject, &bot, usage) {
        return Ok(reply::tagged_body(body, age, fields));
    }
    // On the heap, so that each connection has a small future.
    Box::pin(cold(app, &subject, &bot, is_plain, usage, fields)).await
}

/// The answer to a question that may need requests.
async fn cold(
    app: &App,
    subject: &Subject,
    bot: &AgentClient,
    is_plain: bool,
    usage: Usage,
    fields: &HeaderMap,
) -> Result<Response, Problem> {
    let loaded = app.load(subject, bot.crawler(), &[usage]).await?;
    let target = loaded.target(subject)?;
    let decision = loaded.policy.decide_on(usage, &target, &subject.asked_at);
    let notes = match &loaded.basis.unknown {
        None => advice(&loaded.policy, &decision, &target, &subject.asked_at),
        Some(_) => Vec::new(),
    };
    if is_plain && app.is_held(&loaded) {
        // This keeps the crawler's view of the file, for the next question.
        let _ = bot.policy(&subject.url).await;
    }
    app.metrics.decided(decision.verdict(), 1);
    let age = max_age(loaded.expires, decision.ends());
    reply::tagged(&Check::new(&decision, loaded.basis).with_notes(&notes), age, fields)
}

impl App {
    /// Whether the robots.txt of a live site is in memory, so that it need not be fetched again.
    fn is_held(&self, loaded: &Loaded) -> bool {
        let held = loaded.origin.as_ref().zip(self.client.store().memory());
        let held = held.and_then(|(origin, memory)| memory.find(origin.robots_txt()));
        held.is_some_and(|entry| entry.holds(Time::now(), &self.settings))
    }

    /// The same bytes for a question about crawling that the file in memory answers, with the view of
    /// the crawler that the client keeps: nothing is fetched, parsed or selected.
    fn warm(
        &self,
        subject: &Subject,
        bot: &AgentClient,
        usage: Usage,
    ) -> Option<(Vec<u8>, Option<Duration>)> {
        bot.held(&subject.url, |entry, policy| self.answer(subject, entry, policy, usage))?
    }

    fn answer(
        &self,
        subject: &Subject,
        entry: &Arc<Entry>,
        policy: &AgentPolicy,
        usage: Usage,
    ) -> Option<(Vec<u8>, Option<Duration>)> {
        let copy = entry.copy().filter(|_| entry.standing() == Standing::Fetched)?;
        if copy.body().is_cut() || !copy.chain().is_empty() {
            return None;
        }
        let target = policy.target(&subject.url).ok()?;
        let decision = policy.decide_on(usage, &target, &subject.asked_at);
        let notes = advice(policy, &decision, &target, &subject.asked_at);
        let answer = Check::new(&decision, Basis::default()).with_notes(&notes);
        let mut body = reply::encode(&answer).ok()?;
        // The evidence is the last field.
        body.pop();
        body.extend_from_slice(b",\"evidence\":[");
        self.shown.append(entry, &mut body)?;
        body.extend_from_slice(b"]}");
        self.metrics.lookup(true, entry.standing());
        self.metrics.decided(decision.verdict(), 1);
        self.asked.note(&entry.url()[..Position::BeforePath]);
        Some((body, max_age(Some(entry.expires()), decision.ends())))
    }
}
