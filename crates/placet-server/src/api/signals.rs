//! `GET /v1/signals`.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use placet::{Agent, Crawler};
use placet_report::evidence::Basis;
use placet_report::signals::Overview;
use serde::Serialize;

use super::openapi::QuestionParams;
use crate::params::Params;
use crate::problem::Problem;
use crate::question::{PARAMS, Subject, max_age};
use crate::reply;
use crate::state::Shared;

/// What a site says about AI and mining, and the files that say it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Signals {
    #[serde(flatten)]
    overview: Overview,
    #[serde(flatten)]
    basis: Basis,
    /// What to know about the files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// Shows what a site says about AI and mining, family by family.
#[utoipa::path(
    get,
    path = "/v1/signals",
    tag = "decisions",
    params(QuestionParams),
    responses((status = 200, description = "What the site says", body = Signals), (status = 304, description = "The client has this answer already"))
)]
pub(crate) async fn signals(
    State(app): State<Shared>,
    uri: Uri,
    fields: HeaderMap,
) -> Result<Response, Problem> {
    let params = Params::read(uri.query(), &PARAMS)?;
    let subject = Subject::read(&params)?;
    let crawler = match params.crawlers().as_slice() {
        [] => Crawler::new(Agent::exact("*")),
        _ => params.crawler()?,
    };
    let loaded = app.load_for_all(&subject, &crawler, &Overview::USAGES).await?;
    let age = max_age(loaded.expires, None);
    let answer = app
        .heavy(move || {
            // The same page and files for every crawler.
            let policy_for = |agent: Agent| loaded.policy_for(Crawler::new(agent));
            let agent = crawler.agent().clone();
            let overview =
                Overview::new(agent, &policy_for, &subject.url, &subject.asked_at, &loaded.names)?;
            Ok::<_, Problem>(Signals { overview, basis: loaded.basis, notes: loaded.notes })
        })
        .await??;
    reply::tagged(&answer, age, &fields)
}
