//! `GET /v1/check`.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use placet::{Crawler, Decision, Usage};
use placet_fetch::Time;
use placet_report::advice;
use placet_report::evidence::Basis;
use placet_report::json::Check;

use super::openapi::QuestionParams;
use crate::problem::Problem;
use crate::question::{self, Subject, max_age};
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
    let answer = match app.warm(&subject, &crawler, usage).await {
        Some(warm) => warm,
        None => app.answer(&subject, &crawler, usage).await?,
    };
    let Answer { decision, basis, notes, expires } = answer;
    app.metrics.decided(decision.verdict(), 1);
    let age = max_age(expires, decision.ends());
    reply::tagged(&Check::new(&decision, basis).with_notes(&notes), age, fields)
}

/// A decision with everything that is sent with it.
struct Answer {
    decision: Decision,
    basis: Basis,
    notes: Vec<String>,
    expires: Option<Time>,
}

impl App {
    async fn answer(
        &self,
        subject: &Subject,
        crawler: &Crawler,
        usage: Usage,
    ) -> Result<Answer, Problem> {
        let loaded = self.load(subject, crawler, &[usage]).await?;
        let target = loaded.target(subject)?;
        let decision = loaded.policy.decide_on(usage, &target, &subject.asked_at);
        let notes = match &loaded.basis.unknown {
            None => advice(&loaded.policy, &decision, &target, &subject.asked_at),
            Some(_) => Vec::new(),
        };
        Ok(Answer { decision, basis: loaded.basis, notes, expires: loaded.expires })
    }

    /// The same for a question about crawling that the entry in memory answers, with the view of the
    /// crawler that the client keeps: nothing is fetched, parsed or selected.
    async fn warm(&self, subject: &Subject, crawler: &Crawler, usage: Usage) -> Option<Answer> {
        let is_plain = subject.digest.is_none()
            && !subject.page
            && matches!(usage, Usage::Crawl | Usage::Follow);
        if !is_plain {
            return None;
        }
        let origin: placet_fetch::Origin = subject.url.parse().ok()?;
        let memory = self.client.store().memory()?;
        let entry = memory.find(origin.robots_txt())?;
        let standing = entry.standing();
        let is_simple = standing == placet_fetch::Standing::Fetched
            && entry.copy().is_some_and(|copy| !copy.body().is_cut() && copy.chain().is_empty())
            && entry.holds(Time::now(), &self.settings);
        if !is_simple {
            return None;
        }
        let policy = self
            .client
            .profile(subject.profile)
            .for_agent(crawler)
            .policy(&subject.url)
            .await
            .ok()?;
        // The entry may have been replaced in the meantime; then the evidence would not be that of
        // the decision.
        let again = memory.find(origin.robots_txt())?;
        let is_alone = policy.policy().references(crawler).next().is_none();
        if !std::sync::Arc::ptr_eq(&entry, &again) || !is_alone {
            return None;
        }
        let target = policy.target(&subject.url).ok()?;
        let decision = policy.decide_on(usage, &target, &subject.asked_at);
        let notes = advice(&policy, &decision, &target, &subject.asked_at);
        self.metrics.lookup(true, standing);
        self.asked.note(origin.as_str());
        let basis = Basis { evidence: vec![self.shown.of(&entry)], ..Basis::default() };
        Some(Answer { decision, basis, notes, expires: Some(entry.expires()) })
    }
}
