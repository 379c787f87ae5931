//! The paths of the API, one file for each.

pub(crate) mod check;
mod crawlers;
mod diff;
mod explain;
mod files;
mod lint;
mod matrix;
pub(crate) mod openapi;
mod operations;
mod page;
mod permits;
mod records;
mod robots;
mod signals;
mod source;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post, put};

use crate::decide;
use crate::problem::{Code, Problem};
use crate::state::Shared;

/// All paths. A request passes the [guard](crate::guard) before them.
pub(crate) fn router(app: &Shared) -> Router {
    let api = Router::new()
        .route("/v1/check", get(check::routed))
        .route("/v1/decide", post(decide::decide))
        .route("/v1/matrix", get(matrix::matrix))
        .route("/v1/explain", get(explain::explain))
        .route("/v1/signals", get(signals::signals))
        .route("/v1/page", get(page::page))
        .route("/v1/files", put(files::put))
        .route("/v1/files/{digest}", get(files::get))
        .route("/v1/lint", post(lint::lint))
        .route("/v1/records", post(records::records))
        .route("/v1/diff", post(diff::diff))
        .route("/v1/crawlers", get(crawlers::crawlers))
        .route("/v1/robots", get(robots::get).delete(robots::delete))
        .route("/v1/permits", post(permits::permit))
        .route("/healthz", get(operations::healthz))
        .route("/readyz", get(operations::readyz))
        .route("/openapi.json", get(openapi::openapi))
        .route("/metrics", get(operations::metrics))
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(assets);
    api.with_state(Shared::clone(app))
}

/// The files of the page.
async fn assets(
    State(app): State<Shared>,
    method: Method,
    uri: Uri,
    fields: HeaderMap,
) -> Result<Response, Problem> {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Err(not_allowed(&method));
    }
    Ok(app.assets.response(uri.path(), &fields).into_response())
}

async fn method_not_allowed(method: Method) -> Problem {
    not_allowed(&method)
}

fn not_allowed(method: &Method) -> Problem {
    let detail = format!("this path does not support {method}; see /openapi.json");
    Problem::new(Code::MethodNotAllowed, detail)
}
