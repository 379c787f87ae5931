//! Paths for those who operate the server.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{Response, StatusCode};

use crate::problem::{Code, Problem};
use crate::state::{App, Shared};

/// 200 while the process answers.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operations",
    responses((status = 200, description = "The process answers", content_type = "text/plain", body = String))
)]
pub(crate) async fn healthz() -> Response<Body> {
    text("text/plain; charset=utf-8", "ok\n".to_owned())
}

/// 200 while the server should get requests: not while it shuts down, and not while its store fails.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operations",
    responses((status = 200, description = "The server should get requests", content_type = "text/plain", body = String))
)]
pub(crate) async fn readyz(State(app): State<Shared>) -> Result<Response<Body>, Problem> {
    match app.not_ready() {
        None => Ok(text("text/plain; charset=utf-8", "ready\n".to_owned())),
        Some(why) => Err(Problem::new(Code::Overloaded, why)),
    }
}

/// Counters in the text format of Prometheus.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operations",
    responses((status = 200, description = "Counters for Prometheus", content_type = "application/openmetrics-text", body = String))
)]
pub(crate) async fn metrics(State(app): State<Shared>) -> Response<Body> {
    let memory = app.client.store().memory().map_or((0, 0), |it| (it.bytes(), it.len()));
    let body = app.metrics.text(app.files.size(), memory, app.not_ready().is_none());
    text("application/openmetrics-text; version=1.0.0; charset=utf-8", body)
}

fn text(media_type: &'static str, body: String) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::OK;
    let fields = response.headers_mut();
    fields.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    fields.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

impl App {
    /// Why the server should get no requests now.
    fn not_ready(&self) -> Option<String> {
        if self.is_draining() {
            return Some("the server is shutting down".to_owned());
        }
        self.client.store_error().map(|error| format!("the store fails: {error}"))
    }
}
