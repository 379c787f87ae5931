//! `GET /v1/explain`.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use placet_report::explain::Explained;

use super::openapi::QuestionParams;
use crate::problem::Problem;
use crate::question::{self, max_age};
use crate::reply;
use crate::state::Shared;

/// Explains a decision: every source, each law in order, and the statements that did not apply.
#[utoipa::path(
    get,
    path = "/v1/explain",
    tag = "decisions",
    params(QuestionParams),
    responses((status = 200, description = "The explanation", body = Explained<'static>), (status = 304, description = "The client has this answer already"))
)]
pub(crate) async fn explain(
    State(app): State<Shared>,
    uri: Uri,
    fields: HeaderMap,
) -> Result<Response, Problem> {
    let (subject, crawler, usage) = question::one(uri.query())?;
    let loaded = app.load(&subject, &crawler, &[usage]).await?;
    let target = loaded.target(&subject)?;
    let explanation = loaded.policy.explain(usage, &target, &subject.asked_at);
    app.metrics.decided(explanation.decision().verdict(), 1);
    let age = max_age(loaded.expires, explanation.decision().ends());
    let explained = Explained::new(&explanation, &loaded.names, loaded.basis);
    reply::tagged(&explained, age, &fields)
}
