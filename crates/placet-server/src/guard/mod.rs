//! What every request passes: who may ask, how much and how often, and how the answer is sent.

mod body;
mod origin;
mod rates;
mod tokens;

use std::convert::Infallible;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::Method;
use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use hyper::body::Incoming;
use tokio::sync::SemaphorePermit;
use tokio::time::timeout;
use tower::Service as _;
use tracing::info;

pub(crate) use body::memory;
pub(crate) use rates::Rates;
pub(crate) use tokens::Tokens;

use crate::api::check;
use crate::limits;
use crate::problem::{Code, Problem};
use crate::state::Shared;

/// The type of a stream of questions.
pub(crate) const NDJSON: &str = "application/x-ndjson";

/// The fields of every response: nothing but the page's own files may run or be loaded, and no other
/// site may embed or read it.
static FIELDS: [(HeaderName, HeaderValue); 6] = [
    field(
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src \
         'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    field("x-content-type-options", "nosniff"),
    field("x-frame-options", "DENY"),
    field("referrer-policy", "no-referrer"),
    field("cross-origin-opener-policy", "same-origin"),
    field("cross-origin-resource-policy", "same-origin"),
];

const fn field(name: &'static str, value: &'static str) -> (HeaderName, HeaderValue) {
    (HeaderName::from_static(name), HeaderValue::from_static(value))
}

/// What the requests of one connection share: if each of them cloned what all connections share, all
/// cores would write to its reference counts.
#[derive(Debug)]
pub(crate) struct Visit {
    pub(crate) app: Shared,
    pub(crate) router: Router,
    pub(crate) peer: SocketAddr,
}

/// Answers a request, or refuses it.
pub(crate) async fn guard(
    visit: Arc<Visit>,
    request: Request<Incoming>,
) -> Result<Response, Infallible> {
    let app = &visit.app;
    let started = Instant::now();
    let label = label(request.uri().path());
    let method = request.method().clone();
    let uri = app.config.log_queries.then(|| request.uri().to_string());
    app.metrics.begin();
    let answer = unless_panicked(answer(&visit, request, started)).await;
    let panicked = || Err(Problem::new(Code::Internal, "the request could not be completed"));
    let mut response = match answer.unwrap_or_else(panicked) {
        Ok(response) => response,
        Err(problem) => {
            if matches!(problem.code(), Code::Overloaded | Code::RateLimited | Code::Timeout) {
                app.metrics.refused(problem.code().name());
            }
            problem.into_response()
        }
    };
    app.metrics.end();
    response.headers_mut().extend(FIELDS.iter().cloned());
    let (status, took) = (response.status(), started.elapsed());
    app.metrics.request(label, status, took);
    let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    if let Some(uri) = uri {
        info!(%method, %uri, status = status.as_u16(), micros, "request");
    } else {
        info!(%method, path = label, status = status.as_u16(), micros, "request");
    }
    Ok(response)
}

/// The result of a future; none if it panics.
async fn unless_panicked<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        polled.map_or(Poll::Ready(None), |polled| polled.map(Some))
    })
    .await
}

async fn answer(
    visit: &Visit,
    request: Request<Incoming>,
    started: Instant,
) -> Result<Response, Problem> {
    let Visit { app, router, peer } = visit;
    let path = request.uri().path();
    let (is_api, is_metrics) = (path.starts_with("/v1/"), path == "/metrics");
    if !is_api && !is_metrics {
        return Ok(route(router.clone(), request.map(Body::new)).await);
    }
    origin::check_host(&app.config, request.headers())?;
    origin::check_site(request.headers())?;
    if !app.tokens.allow(request.headers()) {
        let detail = "send the field Authorization: Bearer TOKEN with a token of this server";
        return Err(Problem::new(Code::Unauthorized, detail));
    }
    app.rates.take(peer.ip(), started).map_err(|wait| {
        let detail = format!("at most {} requests per second are answered", app.config.rate);
        Problem::new(Code::RateLimited, detail).retry_after(wait)
    })?;
    // Crawlers ask this for each URL, so it does without the allocations of the router.
    if path == "/v1/check" && request.method() == Method::GET {
        let _permit = permit(app)?;
        let answer = in_time(app, check::check(app, request.uri(), request.headers())).await?;
        return Ok(answer.unwrap_or_else(Problem::into_response));
    }
    let is_stream = is_ndjson(request.headers());
    let (request, _upload) = if has_body(request.method()) && !is_stream {
        let longest = match path {
            "/v1/files" => limits::FILE,
            _ => app.config.max_body,
        };
        let (parts, body) = request.into_parts();
        let time = app.config.client_time_limit();
        let upload = body::read(Body::new(body), longest, time, &app.body_memory).await?;
        (Request::from_parts(parts, Body::from(upload.bytes.clone())), Some(upload))
    } else {
        (request.map(Body::new), None)
    };
    let _permit = permit(app)?;
    in_time(app, route(router.clone(), request)).await
}

/// A permit to answer a request.
fn permit(app: &Shared) -> Result<SemaphorePermit<'_>, Problem> {
    app.in_flight.try_acquire().map_err(|_| {
        let most = app.config.max_in_flight;
        Problem::new(Code::Overloaded, format!("{most} requests are already in progress"))
    })
}

/// An answer, if there is one within the time for it. One that is ready at once needs no timer.
async fn in_time<T>(app: &Shared, answer: impl Future<Output = T>) -> Result<T, Problem> {
    let mut answer = pin!(answer);
    let first = poll_fn(|context| Poll::Ready(answer.as_mut().poll(context))).await;
    if let Poll::Ready(answer) = first {
        return Ok(answer);
    }
    timeout(app.config.time_limit(), answer).await.map_err(|_| {
        let detail = format!("there was no answer within {:?}", app.config.time_limit());
        Problem::new(Code::Timeout, detail)
    })
}

/// The answer of the handler of a path.
async fn route(mut router: Router, request: Request) -> Response {
    match router.call(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_contained() {
        assert_eq!(unless_panicked(async { 1 }).await, Some(1));
        let panicking = async {
            tokio::task::yield_now().await;
            panic!("expected by the test");
        };
        assert_eq!(unless_panicked::<()>(panicking).await, None);
    }
}
