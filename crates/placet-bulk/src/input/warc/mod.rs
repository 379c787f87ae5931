//! WARC files (ISO 28500): each record compressed on its own, or none, or all as one.

mod gzip;
mod http;
mod record;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io::Read;

use flate2::read::MultiGzDecoder;

use super::Captures;
use super::window::Window;
use crate::capture::Capture;
use crate::limits;
use record::{Header, WarcRecord};

/// The start of every record.
const MAGIC: &[u8] = b"WARC/";

/// The captures of a WARC file with one gzip member for each record; where the first member has more
/// than one, the file is read as one stream.
pub(super) fn gzip(name: String, bytes: impl Read + Send + 'static) -> Captures {
    let mut members = gzip::Members::new(name, bytes);
    if members.is_one_stream() {
        let (name, bytes) = members.into_bytes();
        return plain(name, MultiGzDecoder::new(bytes));
    }
    Box::new(members)
}

/// The captures of a WARC file that is not compressed.
pub(super) fn plain(name: String, bytes: impl Read + Send + 'static) -> Captures {
    Box::new(Plain {
        name,
        window: Window::new(bytes),
        damaged: 0,
        ended: false,
        found: VecDeque::new(),
    })
}

/// Records of a stream.
struct Plain<R> {
    name: String,
    window: Window<R>,
    damaged: usize,
    ended: bool,
    found: VecDeque<Capture>,
}

impl<R: Read> Iterator for Plain<R> {
    type Item = Capture;

    fn next(&mut self) -> Option<Capture> {
        loop {
            if let Some(capture) = self.found.pop_front() {
                return Some(capture);
            }
            if self.ended {
                return None;
            }
            self.read_record();
        }
    }
}

/// What is wrong with a record, and its header if that was read.
type Damage = (String, Option<Box<Header>>);

impl<R: Read> Plain<R> {
    fn read_record(&mut self) {
        self.skip_blank_lines();
        self.window.set_mark();
        let offset = self.window.offset();
        match self.record() {
            Ok(capture) => self.found.extend(capture),
            Err((error, header)) => {
                self.damaged += 1;
                let mut capture = Capture::unreadable(
                    format!("{}@{offset}", self.name),
                    format!("{} at byte {offset}: {error}", self.name),
                );
                if let Some(header) = header {
                    capture.origin = header.origin();
                    capture.time = header.time();
                }
                self.found.push_back(capture);
                self.resume();
            }
        }
    }

    fn skip_blank_lines(&mut self) {
        loop {
            let blank =
                self.window.bytes().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.window.consume(blank);
            if !self.window.bytes().is_empty() {
                return;
            }
            match self.window.fill() {
                Ok(true) => {}
                Ok(false) => {
                    self.ended = true;
                    return;
                }
                // The error comes again when the record is read.
                Err(_) => return,
            }
        }
    }

    /// Reads one record; `None` if it is not an answer for a robots.txt.
    fn record(&mut self) -> Result<Option<Capture>, Damage> {
        if self.ended {
            return Ok(None);
        }
        let offset = self.window.offset();
        let input = |error: std::io::Error| (error.to_string(), None);
        let header = loop {
            let bytes = self.window.bytes();
            let shown = bytes.get(..limits::HEADER).unwrap_or(bytes);
            if bytes.len() >= MAGIC.len() && !bytes.starts_with(MAGIC) {
                return Err(("expected a record that begins with WARC/".into(), None));
            }
            if let Some(end) = record::header_end(shown) {
                break Header::parse(shown.get(..end).unwrap_or_default(), end);
            }
            if shown.len() >= limits::HEADER {
                return Err((format!("the header is longer than {} bytes", limits::HEADER), None));
            }
            if !self.window.fill().map_err(input)? {
                return Err(("the file ends within the header of a record".into(), None));
            }
        };
        let Some(length) = header.length else {
            return Err(("the record has no valid Content-Length".into(), Some(Box::new(header))));
        };
        self.window.consume(header.size);
        let kept = usize::try_from(length).unwrap_or(usize::MAX).min(limits::RECORD);
        let is_whole = self.window.fill_to(kept);
        let is_whole =
            is_whole.map_err(|error| (error.to_string(), Some(Box::new(header.clone()))))?;
        if !is_whole {
            let there = self.window.bytes().len();
            let error =
                format!("the file ends within a record: {there} of {length} bytes are there");
            return Err((error, Some(Box::new(header))));
        }
        let source = format!("{}@{offset}", self.name);
        let block = self.window.bytes().get(..kept).unwrap_or_default();
        let capture = WarcRecord { header: &header, block, length }.capture(&source);
        let skipped = self.window.skip(length);
        if skipped.map_err(|error| (error.to_string(), Some(Box::new(header.clone()))))? < length {
            return Err((
                format!("the file ends within a record of {length} bytes"),
                Some(Box::new(header)),
            ));
        }
        self.check_end(&header)?;
        Ok(capture)
    }

    /// After a record come two line ends, or the end of the file.
    fn check_end(&mut self, header: &Header) -> Result<(), Damage> {
        // At the end of the file, fewer bytes are left.
        let _ = self.window.fill_to(4 + MAGIC.len());
        let rest = self.window.bytes();
        let after = rest.trim_ascii_start();
        if rest.is_empty() || rest.starts_with(b"\r\n\r\n") || rest.starts_with(b"\n") {
            return Ok(());
        }
        if after.is_empty() || after.starts_with(MAGIC) {
            return Ok(());
        }
        Err((
            "Content-Length does not lead to the end of the record".into(),
            Some(Box::new(header.clone())),
        ))
    }

    /// Goes on at the next line that begins a record, from the beginning of the damaged one.
    fn resume(&mut self) {
        if self.damaged >= limits::DAMAGED {
            let offset = self.window.offset();
            let error = format!(
                "{} at byte {offset}: {} records are damaged; the rest is not read",
                self.name, self.damaged
            );
            self.found.push_back(Capture::unreadable(format!("{}@{offset}", self.name), error));
            self.ended = true;
            return;
        }
        if !self.window.go_back(1) {
            // The mark is too far back.
            self.window.consume(1);
        }
        loop {
            let bytes = self.window.bytes();
            if let Some(at) = next_record(bytes) {
                self.window.consume(at);
                return;
            }
            let checked = bytes.len().saturating_sub(MAGIC.len() + 4);
            self.window.consume(checked);
            if !matches!(self.window.fill(), Ok(true)) {
                self.ended = true;
                return;
            }
        }
    }
}

/// Where the next line is that begins a record: `WARC/1.` and a digit.
fn next_record(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(bytes, b"\nWARC/1.").find_map(|at| {
        let digit = bytes.get(at + 8)?;
        digit.is_ascii_digit().then_some(at + 1)
    })
}
