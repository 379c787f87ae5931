//! The files of the page, embedded in the binary.

mod strip;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue,
    IF_NONE_MATCH, VARY,
};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

use crate::problem::{Code, Problem};

#[derive(Debug, RustEmbed)]
#[folder = "assets"]
struct Embedded;

/// The files of the page, in the form in which they are sent.
#[derive(Debug)]
pub(crate) struct Assets {
    embedded: HashMap<Cow<'static, str>, Asset>,
    /// A folder in place of the embedded files.
    folder: Option<PathBuf>,
}

/// A file as it is and, if that is shorter, compressed.
#[derive(Debug, Clone)]
struct Asset {
    bytes: Bytes,
    gzip: Option<Bytes>,
}

impl Assets {
    /// Prepares the embedded files.
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        let names = Embedded::iter().filter(|_| folder.is_none());
        let prepared = names.filter_map(|name| {
            let asset = Asset::new(&name, &Embedded::get(&name)?.data);
            Some((name, asset))
        });
        Self { embedded: prepared.collect(), folder }
    }

    /// The response for a path, which starts with `/`.
    pub(crate) fn response(&self, path: &str, request: &HeaderMap) -> Response<Body> {
        let name = match path.trim_start_matches('/') {
            "" => "index.html",
            name => name,
        };
        let Some(Asset { bytes, gzip }) = self.find(name) else {
            let detail = format!("{path:?} is not a path of this server; see /openapi.json");
            return Problem::new(Code::NotFound, detail).into_response();
        };
        let gzip = gzip.filter(|_| accepts_gzip(request));
        let is_gzip = gzip.is_some();
        let bytes = gzip.unwrap_or(bytes);
        let tag = format!("\"{:08x}{:x}\"", crc32fast::hash(&bytes), bytes.len());
        let is_same = request.get(IF_NONE_MATCH).is_some_and(|it| it.as_bytes() == tag.as_bytes());
        let mut response = Response::new(if is_same { Body::empty() } else { Body::from(bytes) });
        if is_same {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let fields = response.headers_mut();
        fields.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
        fields.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        fields.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if is_gzip {
            fields.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            fields.insert(ETAG, tag);
        }
        response
    }

    fn find(&self, name: &str) -> Option<Asset> {
        let Some(folder) = &self.folder else { return self.embedded.get(name).cloned() };
        let is_inside = Path::new(name).components().all(|it| matches!(it, Component::Normal(_)));
        let bytes = if is_inside { std::fs::read(folder.join(name)).ok() } else { None };
        bytes.map(|bytes| Asset::new(name, &bytes))
    }
}

impl Asset {
    fn new(name: &str, source: &[u8]) -> Self {
        let bytes = match (std::str::from_utf8(source), name.rsplit('.').next()) {
            (Ok(text), Some(kind @ ("js" | "css" | "html"))) => strip::strip(kind, text).into(),
            _ => Bytes::copy_from_slice(source),
        };
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = encoder.write_all(&bytes).and_then(|()| encoder.finish()).ok();
        Self { gzip: gzip.filter(|it| it.len() < bytes.len()).map(Bytes::from), bytes }
    }
}

/// Whether a client accepts gzip.
fn accepts_gzip(request: &HeaderMap) -> bool {
    let values = request.get_all(ACCEPT_ENCODING).iter().filter_map(|it| it.to_str().ok());
    values.flat_map(|it| it.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().trim_start_matches("q=").trim_matches(['0', '.']);
        let is_refused = coding.contains(';') && weight.is_empty();
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_choose_the_coding() {
        for (accepted, is_gzip) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("br", false),
            ("", false),
        ] {
            let assets = Assets::new(None);
            let mut request = HeaderMap::new();
            request.insert(ACCEPT_ENCODING, HeaderValue::from_static(accepted));
            let response = assets.response("/app.js", &request);
            let coding = response.headers().get(CONTENT_ENCODING);
            assert_eq!(coding.is_some(), is_gzip, "{accepted}");
            assert_eq!(response.headers().get(VARY).unwrap(), "accept-encoding");
            let tag = response.headers().get(ETAG).unwrap().clone();
            request.insert(IF_NONE_MATCH, tag);
            let same = assets.response("/app.js", &request);
            assert_eq!(same.status(), StatusCode::NOT_MODIFIED);
            // The other form has another tag.
            request.insert(
                ACCEPT_ENCODING,
                HeaderValue::from_static(if is_gzip { "" } else { "gzip" }),
            );
            assert_eq!(assets.response("/app.js", &request).status(), StatusCode::OK);
        }
    }
}
