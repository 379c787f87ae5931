//! `GET /v1/matrix`.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use placet::{Decision, Usage};
use placet_report::matrix::Matrix;

use super::openapi::QuestionParams;
use crate::limits;
use crate::params::Params;
use crate::problem::Problem;
use crate::question::{PARAMS, Subject, max_age};
use crate::reply;
use crate::state::Shared;

/// Decides about all usages of a URL, or those given, for each crawler given.
#[utoipa::path(
    get,
    path = "/v1/matrix",
    tag = "decisions",
    params(QuestionParams),
    responses((status = 200, description = "One object per crawler", body = Vec<Matrix<'static>>), (status = 304, description = "The client has this answer already"))
)]
pub(crate) async fn matrix(
    State(app): State<Shared>,
    uri: Uri,
    fields: HeaderMap,
) -> Result<Response, Problem> {
    let params = Params::read(uri.query(), &PARAMS)?;
    let subject = Subject::read(&params)?;
    let crawlers = params.crawlers();
    if crawlers.is_empty() || crawlers.len() > limits::MATRIX_AGENTS {
        let detail = format!("expected 1 to {} values of `agent`", limits::MATRIX_AGENTS);
        return Err(Problem::bad_request(detail));
    }
    let mut usages = params.usages()?;
    if usages.is_empty() {
        usages = Usage::ALL.to_vec();
    }
    let (mut parts, mut expires) = (Vec::new(), None);
    for (at, crawler) in crawlers.iter().enumerate() {
        let loaded = app.load(&subject, crawler, &usages).await?;
        let target = loaded.target(&subject)?;
        let mut decisions = loaded.policy.matrix(&target, &subject.asked_at);
        decisions.retain(|decision| usages.contains(&decision.usage()));
        for decision in &decisions {
            app.metrics.decided(decision.verdict(), 1);
        }
        expires = if at == 0 { loaded.expires } else { expires.min(loaded.expires) };
        parts.push((decisions, loaded.basis));
    }
    let ends = parts.iter().flat_map(|(decisions, _)| decisions).filter_map(Decision::ends).min();
    let (decisions, bases): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let matrices = decisions.iter().zip(bases).map(|(it, basis)| Matrix::new(it, basis));
    let matrices: Vec<Matrix<'_>> = matrices.collect();
    reply::tagged(&matrices, max_age(expires, ends), &fields)
}
