//! What every request passes: who may ask, how much and how often, and how the answer is sent.

mod body;
mod origin;
mod rates;
mod tokens;

use std::net::SocketAddr;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tokio::time::timeout;
use tracing::info;

pub(crate) use body::memory;
pub(crate) use rates::Rates;
pub(crate) use tokens::Tokens;

use crate::limits;
use crate::problem::{Code, Problem};
use crate::state::{App, Shared};

/// The address of a client.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The type of a stream of questions.
pub(crate) const NDJSON: &str = "application/x-ndjson";

/// The fields of every response: nothing but the page's own files may run or be loaded, and no other
/// site may embed or read it.
const FIELDS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src \
         'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Answers a request, or refuses it.
pub(crate) async fn guard(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let label = label(request.uri().path());
    let method = request.method().clone();
    let uri = app.config.log_queries.then(|| request.uri().to_string());
    app.metrics.begin();
    let mut response = match answer(&app, request, next).await {
        Ok(response) => response,
        Err(problem) => {
            if matches!(problem.code(), Code::Overloaded | Code::RateLimited | Code::Timeout) {
                app.metrics.refused(problem.code().name());
            }
            problem.into_response()
        }
    };
    app.metrics.end();
    add_fields(response.headers_mut());
    let (status, took) = (response.status(), started.elapsed());
    app.metrics.request(label, status, took);
    let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    if let Some(uri) = uri {
        info!(%method, %uri, status = status.as_u16(), micros, "request");
    } else {
        info!(%method, path = label, status = status.as_u16(), micros, "request");
    }
    response
}

async fn answer(app: &App, request: Request, next: Next) -> Result<Response, Problem> {
    let path = request.uri().path();
    let (is_api, is_metrics) = (path.starts_with("/v1/"), path == "/metrics");
    if !is_api && !is_metrics {
        return Ok(next.run(request).await);
    }
    origin::check_host(&app.config, request.headers())?;
    origin::check_site(request.headers())?;
    if !app.tokens.allow(request.headers()) {
        let detail = "send the field Authorization: Bearer TOKEN with a token of this server";
        return Err(Problem::new(Code::Unauthorized, detail));
    }
    if let Some(Peer(peer)) = request.extensions().get::<Peer>() {
        app.rates.take(peer.ip(), Instant::now()).map_err(|wait| {
            let detail = format!("at most {} requests per second are answered", app.config.rate);
            Problem::new(Code::RateLimited, detail).retry_after(wait)
        })?;
    }
    let is_stream = is_ndjson(request.headers());
    let (request, _upload) = if has_body(request.method()) && !is_stream {
        let longest = match path {
            "/v1/files" => limits::FILE,
            _ => app.config.max_body,
        };
        let (parts, body) = request.into_parts();
        let upload = body::read(body, longest, &app.body_memory).await?;
        (Request::from_parts(parts, Body::from(upload.bytes.clone())), Some(upload))
    } else {
        (request, None)
    };
    let _permit = app.in_flight.try_acquire().map_err(|_| {
        let most = app.config.max_in_flight;
        Problem::new(Code::Overloaded, format!("{most} requests are already in progress"))
    })?;
    timeout(app.config.time_limit(), next.run(request)).await.map_err(|_| {
        let detail = format!("there was no answer within {:?}", app.config.time_limit());
        Problem::new(Code::Timeout, detail)
    })
}

fn has_body(method: &Method) -> bool {
    matches!(*method, Method::POST | Method::PUT)
}

/// Whether the body is a stream of questions.
pub(crate) fn is_ndjson(fields: &HeaderMap) -> bool {
    let media_type = fields.get(CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    media_type
        .split(|it| *it == b';')
        .next()
        .is_some_and(|it| it.trim_ascii().eq_ignore_ascii_case(NDJSON.as_bytes()))
}

fn add_fields(fields: &mut HeaderMap) {
    for (name, value) in FIELDS {
        fields.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}

/// The paths that are counted each by itself.
const PATHS: [&str; 17] = [
    "/v1/check",
    "/v1/decide",
    "/v1/matrix",
    "/v1/explain",
    "/v1/signals",
    "/v1/files",
    "/v1/lint",
    "/v1/records",
    "/v1/diff",
    "/v1/crawlers",
    "/v1/robots",
    "/v1/permits",
    "/healthz",
    "/readyz",
    "/metrics",
    "/openapi.json",
    "/",
];

/// The name of a path in metrics and logs, without anything that a client chose.
fn label(path: &str) -> &'static str {
    let known = PATHS.into_iter().find(|it| *it == path);
    known.unwrap_or(if path.starts_with("/v1/files/") { "/v1/files/{digest}" } else { "other" })
}

/// The response to a handler that panicked.
pub(crate) fn panicked(_: Box<dyn std::any::Any + Send + 'static>) -> Response {
    let mut response =
        Problem::new(Code::Internal, "the request could not be completed").into_response();
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    add_fields(response.headers_mut());
    response
}
