//! Responses.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH,
};
use axum::http::{Response, StatusCode};
use serde::Serialize;

use crate::problem::{Code, Problem};

/// How many fields most responses have, those that all have included.
const FIELDS: usize = 12;

/// More bytes than most answers have.
const ANSWER: usize = 2 * 1024;

/// A value as JSON that must not be cached.
pub(crate) fn json(value: &impl Serialize) -> Result<Response<Body>, Problem> {
    Ok(fresh(encode(value)?))
}

/// JSON that must not be cached.
pub(crate) fn fresh(body: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    let fields = response.headers_mut();
    fields.reserve(FIELDS);
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
    let tag = tag(&body);
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
    let control = match max_age {
        Some(it) => {
            HeaderValue::try_from(["private, max-age=", &it.as_secs().to_string()].concat())
        }
        None => Ok(HeaderValue::from_static("private, no-cache")),
    };
    if let (Ok(control), Ok(tag)) = (control, HeaderValue::try_from(tag)) {
        fields.insert(CACHE_CONTROL, control);
        fields.insert(ETAG, tag);
    }
    response
}

/// A tag for a body: its checksum and its length, in hexadecimal digits.
fn tag(body: &[u8]) -> String {
    let mut tag = String::with_capacity(32);
    tag.push_str("W/\"");
    push_hex(&mut tag, crc32fast::hash(body) as usize, 8);
    push_hex(&mut tag, body.len(), 1);
    tag.push('"');
    tag
}

/// Appends a number with at least this many digits. Formatting would take several times as long.
fn push_hex(text: &mut String, number: usize, least: u32) {
    let digits = number.checked_ilog2().map_or(1, |it| it / 4 + 1).max(least);
    let digit = |at| b"0123456789abcdef".get(number >> (4 * at) & 15).copied();
    text.extend((0..digits).rev().filter_map(digit).map(char::from));
}

/// A value as JSON.
pub(crate) fn encode(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let mut body = Vec::with_capacity(ANSWER);
    serde_json::to_writer(&mut body, value)
        .map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_has_the_checksum_and_the_length() {
        for length in [0, 1, 15, 16, 255, 4_096, 70_000] {
            let body = vec![b'a'; length];
            let expected = format!("W/\"{:08x}{length:x}\"", crc32fast::hash(&body));
            assert_eq!(tag(&body), expected);
        }
    }
}
