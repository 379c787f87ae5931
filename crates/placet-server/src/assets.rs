//! The files of the page, embedded in the binary.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH,
};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use rust_embed::RustEmbed;

use crate::problem::{Code, Problem};

#[derive(Debug, RustEmbed)]
#[folder = "assets"]
struct Embedded;

/// Where the files of the page are.
#[derive(Debug)]
pub(crate) struct Assets {
    /// A folder in place of the embedded files.
    folder: Option<PathBuf>,
}

impl Assets {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// The response for a path, which starts with `/`.
    pub(crate) fn response(&self, path: &str, fields: &HeaderMap) -> Response<Body> {
        let name = match path.trim_start_matches('/') {
            "" => "index.html",
            name => name,
        };
        let Some(bytes) = self.read(name) else {
            let detail = format!("{path:?} is not a path of this server; see /openapi.json");
            return Problem::new(Code::NotFound, detail).into_response();
        };
        let tag = format!("\"{:08x}{:x}\"", crc32fast::hash(&bytes), bytes.len());
        let is_same = fields.get(IF_NONE_MATCH).is_some_and(|it| it.as_bytes() == tag.as_bytes());
        let mut response = Response::new(if is_same { Body::empty() } else { body(bytes) });
        if is_same {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let fields = response.headers_mut();
        fields.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
        fields.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            fields.insert(ETAG, tag);
        }
        response
    }

    fn read(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        let Some(folder) = &self.folder else { return Embedded::get(name).map(|file| file.data) };
        let is_inside = Path::new(name).components().all(|it| matches!(it, Component::Normal(_)));
        let bytes = if is_inside { std::fs::read(folder.join(name)).ok() } else { None };
        bytes.map(Cow::Owned)
    }
}

fn body(bytes: Cow<'static, [u8]>) -> Body {
    match bytes {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}
