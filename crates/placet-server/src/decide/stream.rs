//! Questions and answers as streams with one JSON object per line, in constant memory.

use axum::body::{Body, Bytes};
use axum::http::Response;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use bytes::BytesMut;
use http_body_util::BodyExt as _;
use http_body_util::channel::{Channel, Sender};
use tokio::time::timeout;

use super::batch::{Batch, OnUnknownDigest};
use crate::guard::NDJSON;
use crate::limits;
use crate::problem::{Code, Problem};
use crate::state::{App, Shared};

/// How many parts of the answer may wait for the client.
const WAITING: usize = 2;

/// Starts to answer a stream. It counts as a request in progress until its end.
pub(super) fn answer(app: Shared, body: Body) -> Result<Response<Body>, Problem> {
    let permit = std::sync::Arc::clone(&app.in_flight)
        .try_acquire_owned()
        .map_err(|_| Problem::new(Code::Overloaded, "too many requests are already in progress"))?;
    let (sender, answers) = Channel::new(WAITING);
    tokio::spawn(async move {
        let _permit = permit;
        if let Err(gone) = run(&app, body, sender).await {
            tracing::debug!("a stream of questions ended early: {gone}");
        }
    });
    let mut response = Response::new(Body::new(answers));
    let fields = response.headers_mut();
    fields.insert(CONTENT_TYPE, HeaderValue::from_static(NDJSON));
    fields.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Reads, answers and sends parts until the end of the questions.
async fn run(app: &App, mut body: Body, mut answers: Sender<Bytes>) -> Result<(), &'static str> {
    let mut pending = BytesMut::new();
    let mut line = 1;
    let mut at_end = false;
    while !at_end {
        while pending.len() < limits::PART && !at_end {
            let frame = timeout(app.config.client_time_limit(), body.frame()).await;
            match frame.map_err(|_| "the client sends nothing")? {
                None => at_end = true,
                Some(Ok(frame)) => {
                    if let Ok(data) = frame.into_data() {
                        pending.extend_from_slice(&data);
                    }
                    // What is complete is answered now: the client may wait for it.
                    if pending.last() == Some(&b'\n') {
                        break;
                    }
                }
                Some(Err(_)) => return Err("the client went away"),
            }
        }
        let end = match pending.iter().rposition(|it| *it == b'\n') {
            _ if at_end => pending.len(),
            Some(last) => last + 1,
            None if pending.len() > limits::LINE => {
                let error = "{\"error\":\"the line is too long\"}\n";
                let _ = answers.send_data(Bytes::from_static(error.as_bytes())).await;
                return Err("a line is too long");
            }
            None => continue,
        };
        let part = pending.split_to(end);
        let (out, lines) = answer_part(app, &part, line).await;
        line += lines;
        if !out.is_empty() {
            let sent = answers.send_data(Bytes::from(out));
            let sent = timeout(app.config.client_time_limit(), sent).await;
            sent.map_err(|_| "the client reads nothing")?.map_err(|_| "the client went away")?;
        }
    }
    Ok(())
}

/// The answers to whole lines, and the number of lines.
async fn answer_part(app: &App, part: &[u8], first: u64) -> (Vec<u8>, u64) {
    let mut out = Vec::with_capacity(part.len());
    let mut batch = Batch::new(app, None, OnUnknownDigest::Continue);
    let mut line = first;
    let part = String::from_utf8_lossy(part);
    let lines: Vec<&str> = part.lines().collect();
    // Empty lines have no answer, so those between them are answered together.
    for texts in lines.split(|it| it.trim_ascii().is_empty()) {
        if let Err(problem) = batch.answer_all(texts, line, ("", "\n"), &mut out).await {
            for number in 0..texts.len() as u64 {
                let detail = problem.detail();
                let failure =
                    serde_json::json!({ "id": null, "line": line + number, "error": detail });
                out.extend_from_slice(failure.to_string().as_bytes());
                out.push(b'\n');
            }
        }
        line += texts.len() as u64 + 1;
    }
    (out, lines.len() as u64)
}
