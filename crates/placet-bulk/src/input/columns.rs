//! The columns of Parquet files and JSON lines.

use crate::capture::{Capture, Failure, origin};
use crate::input::date::rfc3339;
use crate::limits;

/// The names of the columns of Parquet files and JSON lines. By default the usual names are tried.
#[derive(Debug, Clone, Default)]
#[expect(clippy::exhaustive_structs, reason = "one field for each column")]
pub struct Columns {
    /// The origin of the site, its host name, or the URL of its robots.txt.
    pub origin: Option<String>,
    /// The text or the bytes of the file.
    pub body: Option<String>,
    /// The HTTP status.
    pub status: Option<String>,
    /// When the answer was received.
    pub time: Option<String>,
    /// The value of `Content-Type`.
    pub content_type: Option<String>,
    /// The value of `Location`.
    pub location: Option<String>,
    /// Why the site did not answer; used if there is no status.
    pub error: Option<String>,
    /// The size of the whole body, if the body is only its beginning. No name is tried.
    pub size: Option<String>,
    /// The place that identifies the capture. No name is tried: without it, the row number does.
    pub source: Option<String>,
}

/// The usual names, by preference.
const ORIGIN: [&str; 6] = ["origin", "url", "site", "host", "hostname", "domain"];
const BODY: [&str; 6] = ["robots", "body", "content", "text", "robots_txt", "robotstxt"];
const STATUS: [&str; 5] = ["status", "status_code", "fetch_status", "http_status", "code"];
const CONTENT_TYPE: [&str; 2] = ["content_type", "content-type"];
const LOCATION: [&str; 2] = ["location", "redirect"];
const ERROR: [&str; 1] = ["error"];
const TIME: [&str; 6] = ["time", "timestamp", "fetch_time", "date", "fetched", "checked"];

/// The columns that a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found<T> {
    pub(super) origin: Option<T>,
    pub(super) body: Option<T>,
    pub(super) status: Option<T>,
    pub(super) time: Option<T>,
    pub(super) content_type: Option<T>,
    pub(super) location: Option<T>,
    pub(super) error: Option<T>,
    pub(super) source: Option<T>,
    pub(super) size: Option<T>,
}

impl<T> Found<T> {
    /// Every column, changed by a function.
    pub(super) fn map<U>(self, mut change: impl FnMut(T) -> Option<U>) -> Found<U> {
        Found {
            origin: self.origin.and_then(&mut change),
            body: self.body.and_then(&mut change),
            status: self.status.and_then(&mut change),
            time: self.time.and_then(&mut change),
            content_type: self.content_type.and_then(&mut change),
            location: self.location.and_then(&mut change),
            error: self.error.and_then(&mut change),
            source: self.source.and_then(&mut change),
            size: self.size.and_then(&mut change),
        }
    }
}

impl Columns {
    /// The columns of a file, by a function that finds one by its name.
    pub(super) fn find<T>(&self, mut find: impl FnMut(&str) -> Option<T>) -> Found<T> {
        let mut by = |named: &Option<String>, usual: &[&str]| match named {
            Some(name) => find(name),
            None => usual.iter().find_map(|name| find(name)),
        };
        Found {
            origin: by(&self.origin, &ORIGIN),
            body: by(&self.body, &BODY),
            status: by(&self.status, &STATUS),
            time: by(&self.time, &TIME),
            content_type: by(&self.content_type, &CONTENT_TYPE),
            location: by(&self.location, &LOCATION),
            error: by(&self.error, &ERROR),
            source: by(&self.source, &[]),
            size: by(&self.size, &[]),
        }
    }

    /// The first column that was named and is not there.
    pub(super) fn missing<T>(&self, found: &Found<T>) -> Option<&str> {
        let named = [
            (&self.origin, found.origin.is_some()),
            (&self.body, found.body.is_some()),
            (&self.status, found.status.is_some()),
            (&self.time, found.time.is_some()),
            (&self.content_type, found.content_type.is_some()),
            (&self.location, found.location.is_some()),
            (&self.error, found.error.is_some()),
            (&self.source, found.source.is_some()),
            (&self.size, found.size.is_some()),
        ];
        named.into_iter().filter(|(_, is_there)| !is_there).find_map(|(name, _)| name.as_deref())
    }
}

/// One row.
#[derive(Debug, Default)]
pub(super) struct Row {
    pub(super) origin: Option<String>,
    pub(super) body: Option<Vec<u8>>,
    pub(super) status: Option<i64>,
    /// Microseconds since 1970.
    pub(super) time: Option<i64>,
    /// Why the site did not answer, where the row says so.
    pub(super) failure: Option<String>,
    pub(super) content_type: Option<String>,
    pub(super) location: Option<String>,
    pub(super) source: Option<String>,
    pub(super) size: Option<i64>,
}

impl Row {
    /// The capture of a row at a place of an input.
    pub(super) fn capture(self, source: String) -> Capture {
        let source = self.source.unwrap_or(source);
        let written = self.origin.unwrap_or_default();
        let Some(origin) = origin(&written) else {
            let written: String = written.chars().take(80).collect();
            let error = format!("{source}: {written:?} is not an HTTP origin");
            return Capture::unreadable(source, error);
        };
        let status = match self.status.map(u16::try_from) {
            Some(Err(_)) => {
                let error = format!("{source}: the status is not a number from 100 to 599");
                return Capture { origin: Some(origin), ..Capture::unreadable(source, error) };
            }
            status => status.and_then(Result::ok),
        };
        let is_silent = status.is_none() && self.body.is_none();
        let failure =
            self.failure.or_else(|| is_silent.then(|| "no status and no body".to_owned()));
        let mut body = self.body.unwrap_or_default();
        let stated = self.size.and_then(|size| u64::try_from(size).ok()).unwrap_or_default();
        let size = Some(stated.max(body.len() as u64));
        body.truncate(limits::BODY);
        let failure = failure.filter(|_| status.is_none()).map(Failure::Unreachable);
        Capture {
            origin: Some(origin),
            source,
            time: self.time,
            status,
            body,
            size,
            failure,
            content_type: self.content_type,
            location: self.location,
            ..Capture::default()
        }
    }
}

/// A time as text: RFC 3339.
pub(super) fn time(text: &str) -> Option<i64> {
    rfc3339(text)
}
