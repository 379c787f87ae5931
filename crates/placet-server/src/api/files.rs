//! `PUT /v1/files` and `GET /v1/files/{digest}`.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH,
};
use axum::http::{Response, StatusCode};
use placet_fetch::Digest;
use serde::Serialize;
use utoipa::ToSchema;

use crate::files::File;
use crate::problem::Problem;
use crate::reply;
use crate::state::Shared;

/// A file that the server keeps.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Kept {
    /// What questions refer to it by: `sha256:` and 64 hexadecimal digits.
    digest: String,
    /// Its size.
    #[serde(rename = "octets")]
    bytes: usize,
}

/// Keeps a file, so that questions can refer to it by its digest.
#[utoipa::path(
    put,
    path = "/v1/files",
    tag = "files",
    request_body(content = Vec<u8>, content_type = "text/plain", description = "The bytes of the file"),
    responses((status = 200, description = "The server had it already", body = Kept), (status = 201, description = "It is new", body = Kept))
)]
pub(crate) async fn put(State(app): State<Shared>, body: Bytes) -> Result<Response<Body>, Problem> {
    let own = Arc::clone(&app);
    let (file, is_new) = app
        .heavy(move || {
            let file = Arc::new(File::new(body));
            let is_new = own.files.put(&file);
            (file, is_new)
        })
        .await?;
    let kept = Kept { digest: file.digest().to_string(), bytes: file.bytes().len() };
    let mut response = reply::json(&kept)?;
    if is_new {
        *response.status_mut() = StatusCode::CREATED;
    }
    Ok(response)
}

/// The bytes of a file that was sent, or that an earlier decision was based on.
#[utoipa::path(
    get,
    path = "/v1/files/{digest}",
    tag = "files",
    params(("digest" = String, Path, description = "sha256: and 64 hexadecimal digits")),
    responses((status = 200, description = "The bytes", content_type = "text/plain", body = String), (status = 304, description = "The client has this answer already"))
)]
pub(crate) async fn get(
    State(app): State<Shared>,
    Path(text): Path<String>,
    request: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let digest: Digest =
        text.parse().map_err(|error| Problem::bad_request(format!("{text:?}: {error}")))?;
    let file = app.file(&digest).await?;
    let tag = format!("\"{digest}\"");
    let is_same = request.get(IF_NONE_MATCH).is_some_and(|it| it.as_bytes() == tag.as_bytes());
    let mut response =
        Response::new(if is_same { Body::empty() } else { Body::from(file.bytes().clone()) });
    if is_same {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let fields = response.headers_mut();
    fields.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    let forever = HeaderValue::from_static("private, max-age=31536000, immutable");
    fields.insert(CACHE_CONTROL, forever);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        fields.insert(ETAG, tag);
    }
    Ok(response)
}
