//! `POST /v1/decide`: one question, an array, or a stream.

mod batch;
mod source;
mod stream;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::response::Response;
use http_body_util::BodyExt as _;
use placet_report::json::{Question, QuestionError};
use serde_json::value::RawValue;

use crate::api::openapi::{AnswerOrFailure, DecideAnswers, DecideBody, DecideQuestion};
use crate::guard::is_ndjson;
use crate::problem::{Code, Problem};
use crate::reply;
use crate::state::{App, Shared};
use batch::{Batch, OnUnknownDigest};
use source::MORE;

/// Answers one question, an array of questions, an object with `questions` that share its other
/// fields, or a stream with one question per line.
#[utoipa::path(
    post,
    path = "/v1/decide",
    tag = "decisions",
    request_body(content(
        (DecideBody = "application/json"),
        (DecideQuestion = "application/x-ndjson"),
    )),
    responses(
        (status = 200, content(
            (DecideAnswers<'static> = "application/json"),
            (AnswerOrFailure<'static> = "application/x-ndjson"),
        ), description = "The answers"),
    )
)]
pub(crate) async fn decide(
    State(app): State<Shared>,
    request: Request,
) -> Result<Response, Problem> {
    if is_ndjson(request.headers()) {
        return stream::answer(app, request.into_body());
    }
    let body = request.into_body().collect().await;
    let body = body.map_err(|_| Problem::bad_request("the body is incomplete"))?.to_bytes();
    Ok(reply::fresh(answer(&app, &body).await?))
}

async fn answer(app: &App, body: &Bytes) -> Result<Vec<u8>, Problem> {
    let text = std::str::from_utf8(body)
        .map_err(|error| QuestionError::at(error.valid_up_to() + 1, "not UTF-8"))?;
    let text = text.trim_ascii();
    if text.starts_with('[') {
        let mut batch = Batch::new(app, None, OnUnknownDigest::Fail);
        return answer_array(app, &mut batch, text).await;
    }
    let shared = Question::read_with(text, &MORE, None)?;
    if let Some(questions) = shared.raw("questions") {
        let mut batch = Batch::new(app, Some(&shared), OnUnknownDigest::Fail);
        return answer_array(app, &mut batch, questions).await;
    }
    let mut out = Vec::with_capacity(1024);
    let mut batch = Batch::new(app, None, OnUnknownDigest::Fail);
    batch.answer(text, &mut out).await?;
    batch.count();
    Ok(out)
}

async fn answer_array<'b>(
    app: &App,
    batch: &mut Batch<'b>,
    text: &'b str,
) -> Result<Vec<u8>, Problem> {
    let questions: Vec<&'b RawValue> = serde_json::from_str(text).map_err(|error| {
        let text = error.to_string();
        Problem::bad_request(format!("expected an array of questions: {text}"))
    })?;
    let most = app.config.max_batch;
    if questions.len() > most {
        let detail = format!(
            "{} questions are more than {most}; send them as a stream, one per line, with \
             Content-Type: application/x-ndjson",
            questions.len()
        );
        return Err(Problem::new(Code::BatchTooLarge, detail));
    }
    let texts: Vec<&'b str> = questions.into_iter().map(RawValue::get).collect();
    let mut out = Vec::with_capacity(text.len());
    out.push(b'[');
    batch.answer_all(&texts, 1, (",", ""), &mut out).await?;
    out.push(b']');
    Ok(out)
}
