//! Responses.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH,
};
use axum::http::{Response, StatusCode};
use serde::Serialize;

use crate::problem::{Code, Problem};

/// A value as JSON that must not be cached.
pub(crate) fn json(value: &impl Serialize) -> Result<Response<Body>, Problem> {
    Ok(fresh(encode(value)?))
}

/// JSON that must not be cached.
pub(crate) fn fresh(body: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    let fields = response.headers_mut();
    fields.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    fields.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A value as JSON with a tag, so that a client that has it already gets 304; the client may use it
/// again for `max_age`.
pub(crate) fn tagged(
    value: &impl Serialize,
    max_age: Option<Duration>,
    request: &HeaderMap,
) -> Result<Response<Body>, Problem> {
    Ok(tagged_body(encode(value)?, max_age, request))
}

/// The same for JSON.
pub(crate) fn tagged_body(
    body: Vec<u8>,
    max_age: Option<Duration>,
    request: &HeaderMap,
) -> Response<Body> {
    let tag = format!("W/\"{:08x}{:x}\"", crc32fast::hash(&body), body.len());
    let is_same = request.get_all(IF_NONE_MATCH).iter().any(|it| {
        it.to_str().is_ok_and(|it| it.split(',').any(|it| it.trim() == tag || it.trim() == "*"))
    });
    let mut response = if is_same {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        fresh(body)
    };
    let fields = response.headers_mut();
    let control = max_age.map(|it| format!("private, max-age={}", it.as_secs()));
    let control = control.as_deref().unwrap_or("private, no-cache");
    if let (Ok(control), Ok(tag)) = (HeaderValue::from_str(control), HeaderValue::from_str(&tag)) {
        fields.insert(CACHE_CONTROL, control);
        fields.insert(ETAG, tag);
    }
    response
}

/// A value as JSON.
pub(crate) fn encode(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(value).map_err(|error| Problem::new(Code::Internal, error.to_string()))
}
