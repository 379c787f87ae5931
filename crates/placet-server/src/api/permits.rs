//! `POST /v1/permits`.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use placet::{Agent, Crawler};
use placet_fetch::{Origin, Pace, Time};
use placet_report::json::timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::source::body;
use crate::limits;
use crate::problem::Problem;
use crate::question::live_url;
use crate::reply;
use crate::state::Shared;

/// Who wants to make a request, and to which site.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PermitQuestion)]
pub(crate) struct Question {
    /// A URL of the site.
    url: String,
    /// The crawler: its product token, or its whole `User-Agent` field.
    agent: String,
    /// How many seconds the crawler is willing to wait; a day if this is not given.
    longest: Option<f64>,
    /// How many seconds to leave between requests at least, if the site asks for less.
    #[serde(default)]
    at_least: f64,
}

/// When the crawler may make one request.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Permit {
    /// Whether there is a turn within the longest wait. If not, none is taken.
    #[serde(rename = "permit")]
    is_given: bool,
    /// How many seconds to wait before the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    wait: Option<f64>,
    /// The same as a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    /// The seconds between two requests, by `Crawl-delay` and `Request-rate`.
    interval: f64,
}

/// Gives a crawler its next turn at a site, no faster than the site asks. All crawlers of this name that
/// ask this server, or another one with the same Redis, share their turns.
#[utoipa::path(
    post,
    path = "/v1/permits",
    tag = "sites",
    request_body = Question,
    responses((status = 200, description = "The next turn", body = Permit))
)]
pub(crate) async fn permit(State(app): State<Shared>, request: Bytes) -> Result<Response, Problem> {
    let Question { url, agent, longest, at_least } = body(&request)?;
    let origin = Origin::of(&live_url(&url)?)?;
    let agent = Agent::new(&agent);
    let seconds = |name: &str, value: f64| {
        Duration::try_from_secs_f64(value)
            .map_err(|error| Problem::bad_request(format!("`{name}`: {error}")))
    };
    let longest = longest.map(|it| seconds("longest", it)).transpose()?;
    let longest = longest.unwrap_or(limits::PERMIT_WAIT).min(limits::PERMIT_WAIT);
    let client = app.client_by_deadline();
    let bot = client.for_agent(Crawler::new(agent.clone()));
    let policy = bot.policy(&url).await?;
    let pace = Pace::of(&policy).at_least(seconds("at_least", at_least)?);
    let wait = app.turns.next_within(&origin, &agent, pace, longest).await?;
    let at = wait.and_then(|wait| (Time::now() + wait).to_system()).and_then(timestamp);
    reply::json(&Permit {
        is_given: wait.is_some(),
        wait: wait.map(|wait| wait.as_secs_f64()),
        at,
        interval: pace.interval().as_secs_f64(),
    })
}
