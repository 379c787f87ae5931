//! `POST /v1/diff`.

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use placet::compare::Compare;
use placet::{Agent, Crawler, Usage};
use placet_report::changes::{self, Difference, FileNames};
use serde::Deserialize;
use utoipa::ToSchema;

use super::source::{Source, body};
use crate::limits;
use crate::problem::Problem;
use crate::reply;
use crate::state::Shared;

/// Two files to compare.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DiffQuestion)]
pub(crate) struct Question {
    /// The file before.
    old: Source,
    /// The file after.
    new: Source,
    /// Only for these crawlers; by default for all.
    #[serde(default)]
    agent: Vec<String>,
    /// Only about these usages; by default about all that either file can distinguish.
    #[serde(default)]
    usage: Vec<String>,
}

/// Shows how two files differ in effect: what opens and closes, and to which crawlers.
#[utoipa::path(
    post,
    path = "/v1/diff",
    tag = "files",
    request_body = Question,
    responses((status = 200, description = "The changes", body = Difference))
)]
pub(crate) async fn diff(State(app): State<Shared>, request: Bytes) -> Result<Response, Problem> {
    let Question { old, new, agent, usage } = body(&request)?;
    if agent.len().max(usage.len()) > limits::DIFF_AGENTS {
        let detail = format!("at most {} crawlers and usages", limits::DIFF_AGENTS);
        return Err(Problem::bad_request(detail));
    }
    let usages: Vec<Usage> = usage
        .iter()
        .map(|name| name.parse().map_err(|error| Problem::bad_request(format!("`usage`: {error}"))))
        .collect::<Result<_, _>>()?;
    let (old, new) = (old.find(&app).await?, new.find(&app).await?);
    let difference = app
        .heavy(move || {
            let (before, after) = (old.policy(), new.policy());
            let crawlers = agent.iter().map(|text| Crawler::new(Agent::new(text)));
            let compare = crawlers.fold(Compare::new(&before, &after), Compare::crawler);
            let changes = usages.into_iter().fold(compare, Compare::usage).run();
            let names = FileNames { old: old.name, new: new.name };
            let also = changes::also(&before, &after, &changes);
            Difference::new(&changes, &names, None).with_also(also)
        })
        .await?;
    reply::json(&difference)
}
