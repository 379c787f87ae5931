//! `POST /v1/records`.

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use placet::Agent;
use placet_report::records::{AGENTS_SHOWN, Records};
use serde::Deserialize;
use utoipa::ToSchema;

use super::source::{Source, body};
use crate::problem::Problem;
use crate::reply;
use crate::state::Shared;

/// A robots.txt to list.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RecordsQuestion)]
pub(crate) struct Question {
    /// The digest of a file that was sent before, or of an earlier live answer.
    digest: Option<String>,
    /// The text of the file.
    robots: Option<String>,
    /// The bytes of the file in base64.
    robots_b64: Option<String>,
    /// A site, whose live robots.txt is fetched or taken from the store.
    site: Option<String>,
    /// Only for these crawlers; by default for those that the file addresses.
    #[serde(default)]
    agent: Vec<String>,
}

/// Lists the contents of a robots.txt: groups, rules, sitemaps, ACAP records, problems.
#[utoipa::path(
    post,
    path = "/v1/records",
    tag = "files",
    request_body = Question,
    responses((status = 200, description = "The contents", body = Records))
)]
pub(crate) async fn records(
    State(app): State<Shared>,
    request: Bytes,
) -> Result<Response, Problem> {
    let Question { digest, robots, robots_b64, site, agent } = body(&request)?;
    let found = Source { digest, robots, robots_b64, site }.find(&app).await?;
    let agents: Vec<Agent> = agent.iter().take(AGENTS_SHOWN).map(|text| Agent::new(text)).collect();
    let records = app.heavy(move || Records::new(&found.policy(), &agents, AGENTS_SHOWN)).await?;
    reply::json(&records)
}
