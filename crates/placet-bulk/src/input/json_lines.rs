//! JSON lines: one object for each capture. Lines of `placet fetch --with-body` are such objects.

use std::io::{BufRead, BufReader, Read};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

use super::Captures;
use super::columns::{Columns, Row, time};
use crate::capture::Capture;
use crate::limits;

/// The captures of JSON lines.
pub(super) fn captures(
    name: String,
    bytes: impl Read + Send + 'static,
    columns: Columns,
) -> Captures {
    let bytes = BufReader::with_capacity(256 * 1024, bytes);
    Box::new(JsonLines { name, bytes, columns, number: 0, line: Vec::new(), ended: false })
}

struct JsonLines<R> {
    name: String,
    bytes: R,
    columns: Columns,
    number: u64,
    line: Vec<u8>,
    ended: bool,
}

impl<R: BufRead> Iterator for JsonLines<R> {
    type Item = Capture;

    fn next(&mut self) -> Option<Capture> {
        while !self.ended {
            self.number += 1;
            self.line.clear();
            let source = format!("{}:{}", self.name, self.number);
            let read =
                (&mut self.bytes).take(limits::LINE as u64).read_until(b'\n', &mut self.line);
            match read {
                Ok(0) => break,
                Ok(read) if read == limits::LINE && self.line.last() != Some(&b'\n') => {
                    self.skip_line();
                    let error = format!("{source}: the line is longer than {} bytes", limits::LINE);
                    return Some(Capture::unreadable(source, error));
                }
                Ok(_) if self.line.trim_ascii().is_empty() => {}
                Ok(_) => return Some(capture(&self.line, &self.columns, source)),
                Err(error) => {
                    self.ended = true;
                    let error = format!("{source}: {error}; lines from here are not read");
                    return Some(Capture::unreadable(source, error));
                }
            }
        }
        None
    }
}

impl<R: BufRead> JsonLines<R> {
    /// Skips the rest of a line.
    fn skip_line(&mut self) {
        loop {
            let (length, ended) = match self.bytes.fill_buf() {
                Ok([]) | Err(_) => return,
                Ok(bytes) => match memchr::memchr(b'\n', bytes) {
                    Some(end) => (end + 1, true),
                    None => (bytes.len(), false),
                },
            };
            self.bytes.consume(length);
            if ended {
                return;
            }
        }
    }
}

/// The capture of a line.
fn capture(line: &[u8], columns: &Columns, source: String) -> Capture {
    match serde_json::from_slice::<Map<String, Value>>(line) {
        Ok(object) => match row(&object, columns) {
            Ok(row) => row.capture(source),
            Err(error) => Capture::unreadable(&source, format!("{source}: {error}")),
        },
        Err(error) => {
            let error = format!("{source}, column {}: {error}", error.column());
            Capture::unreadable(source, error)
        }
    }
}

fn row(object: &Map<String, Value>, columns: &Columns) -> Result<Row, String> {
    let found = columns.find(|name| object.get(name).filter(|value| !value.is_null()));
    let text = |value: Option<&Value>, column: &str| match value {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(format!("the {column} is not text")),
    };
    let status = match found.status {
        None => None,
        Some(value) => {
            let number = value.as_i64().or_else(|| value.as_str()?.trim().parse().ok());
            Some(number.ok_or("the status is not a number")?)
        }
    };
    let body = match (text(found.body, "body")?, object.get("robots_b64")) {
        (Some(body), _) => Some(body.into_bytes()),
        (None, Some(Value::String(packed))) => {
            Some(STANDARD.decode(packed).map_err(|error| format!("robots_b64: {error}"))?)
        }
        _ => None,
    };
    let is_unreachable = object.get("standing").is_some_and(|it| it == "unreachable");
    let cause = object.get("cause").and_then(Value::as_str).unwrap_or("the site is unreachable");
    let failure = match found.error {
        Some(Value::String(error)) => Some(error.clone()),
        _ => is_unreachable.then(|| cause.to_owned()),
    };
    Ok(Row {
        content_type: text(found.content_type, "content type")?,
        location: text(found.location, "location")?,
        source: text(found.source, "source")?,
        size: found.size.and_then(Value::as_i64),
        origin: text(found.origin, "origin")?,
        body,
        status,
        time: found.time.and_then(|it| it.as_str()).and_then(time),
        failure,
    })
}
