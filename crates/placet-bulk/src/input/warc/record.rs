//! One WARC record.

use url::Url;

use super::http;
use crate::capture::{Capture, origin_of};
use crate::input::codings;
use crate::input::date::rfc3339;
use crate::limits;

/// The fields of a header that matter.
#[derive(Debug, Clone, Default)]
pub(super) struct Header {
    /// Its size, with the empty line after it.
    pub(super) size: usize,
    pub(super) length: Option<u64>,
    kind: Kind,
    target: String,
    date: String,
    truncated: Option<String>,
}

/// What a record contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Kind {
    Response,
    /// A file without its HTTP header.
    Resource,
    /// A reference to an earlier answer with the same body.
    Revisit,
    #[default]
    Other,
}

/// A record: its header, its content as far as that is kept, and the length of the content.
#[derive(Debug)]
pub(super) struct WarcRecord<'r> {
    pub(super) header: &'r Header,
    pub(super) block: &'r [u8],
    pub(super) length: u64,
}

/// Where a header ends, after the empty line.
pub(super) fn header_end(bytes: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'\n', bytes).find_map(|at| match bytes.get(at + 1..)? {
        [b'\r', b'\n', ..] => Some(at + 3),
        [b'\n', ..] => Some(at + 2),
        _ => None,
    })
}

/// The fields of a header: names and values.
pub(super) fn fields(header: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = header;
    std::iter::from_fn(move || {
        loop {
            if rest.is_empty() {
                return None;
            }
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let line = rest.get(..end).unwrap_or_default();
            rest = rest.get(end + 1..).unwrap_or_default();
            if let Some(colon) = memchr::memchr(b':', line) {
                let (name, value) = (line.get(..colon)?, line.get(colon + 1..)?);
                return Some((name.trim_ascii(), value.trim_ascii()));
            }
        }
    })
}

impl Header {
    /// Reads a header.
    pub(super) fn parse(bytes: &[u8], size: usize) -> Self {
        let mut header = Self { size, ..Self::default() };
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        for (name, value) in fields(bytes) {
            let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
            if is(b"warc-type") {
                header.kind = match value.to_ascii_lowercase().as_slice() {
                    b"response" => Kind::Response,
                    b"resource" => Kind::Resource,
                    b"revisit" => Kind::Revisit,
                    _ => Kind::Other,
                };
            } else if is(b"content-length") {
                header.length = std::str::from_utf8(value).ok().and_then(|it| it.parse().ok());
            } else if is(b"warc-target-uri") {
                // Version 0.18 has the URI in angle brackets.
                let inner = value.strip_prefix(b"<").and_then(|it| it.strip_suffix(b">"));
                header.target = text(inner.unwrap_or(value));
            } else if is(b"warc-date") {
                header.date = text(value);
            } else if is(b"warc-truncated") {
                header.truncated = Some(text(value));
            }
        }
        header
    }

    /// The origin of the target.
    pub(super) fn origin(&self) -> Option<String> {
        let is_long = self.target.len() > limits::HEADER;
        let url = (!is_long).then(|| Url::parse(&self.target).ok())??;
        origin_of(&url).filter(|it| it.len() <= limits::ORIGIN)
    }

    pub(super) fn time(&self) -> Option<i64> {
        rfc3339(&self.date)
    }

    /// Whether the record is about a robots.txt.
    fn is_robots_txt(&self) -> bool {
        let path = self.target.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
        path.is_some_and(|(_, path)| path == "robots.txt")
    }
}

impl WarcRecord<'_> {
    /// The capture; `None` if the record is not an answer for a robots.txt.
    pub(super) fn capture(&self, source: &str) -> Option<Capture> {
        let header = self.header;
        if header.kind == Kind::Other || !header.is_robots_txt() {
            return None;
        }
        let (origin, time) = (header.origin(), header.time());
        let unreadable = |error: String| {
            let error = format!("{source}: {error}");
            Capture { origin: origin.clone(), time, ..Capture::unreadable(source, error) }
        };
        if origin.is_none() {
            return Some(unreadable(format!("{:?} is not an HTTP URL", header.target)));
        }
        let note = header.truncated.as_ref().map(|why| format!("the archive cut the body: {why}"));
        let capture = Capture {
            origin: origin.clone(),
            source: source.to_owned(),
            time,
            note,
            ..Capture::default()
        };
        Some(match header.kind {
            Kind::Revisit => {
                unreadable("the record has no body, it refers to an earlier one (revisit)".into())
            }
            Kind::Resource => {
                let size = Some(self.length);
                let body = self.block.get(..limits::BODY).unwrap_or(self.block).to_vec();
                Capture { body, size, ..capture }
            }
            Kind::Response | Kind::Other => match self.response(capture) {
                Ok(capture) => capture,
                Err(error) => unreadable(error),
            },
        })
    }

    /// Reads an HTTP response.
    fn response(&self, mut capture: Capture) -> Result<Capture, String> {
        let head = http::head(self.block).ok_or("the record is not an HTTP response")?;
        capture.status = Some(head.status);
        let (mut chunked, mut coding) = (false, None);
        for (name, value) in fields(head.fields) {
            if name.eq_ignore_ascii_case(b"transfer-encoding") {
                chunked |= value.to_ascii_lowercase().ends_with(b"chunked");
            } else if name.eq_ignore_ascii_case(b"content-encoding") {
                coding = Some(String::from_utf8_lossy(value).into_owned());
            } else {
                capture.header(name, value);
            }
        }
        let sent = self.block.get(head.size..).unwrap_or_default();
        let is_kept_whole = self.block.len() as u64 == self.length;
        let chunks = if chunked { codings::dechunk(sent) } else { None };
        let is_coded = chunks.is_some() || coding.is_some();
        let mut body = chunks.unwrap_or_else(|| match coding {
            None => sent.get(..limits::BODY).unwrap_or(sent).to_vec(),
            Some(_) => sent.to_vec(),
        });
        if let Some(coding) = coding {
            body = codings::decode(&coding, body)?;
        }
        capture.size = if !is_coded {
            Some(self.length.saturating_sub(head.size as u64))
        } else if is_kept_whole && body.len() < limits::BODY {
            None
        } else {
            // The size without codings is not known; it is more than what is read.
            Some(limits::BODY.max(body.len() + 1) as u64)
        };
        body.truncate(limits::BODY);
        capture.body = body;
        Ok(capture)
    }
}
