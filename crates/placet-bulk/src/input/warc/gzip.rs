//! WARC files with one gzip member (RFC 1952) for each record.
//!
//! Members are unpacked one by one with one decoder, so that the offset of each is known, a damaged one
//! does not end the file, and the memory of the decoder is used again.

use std::collections::VecDeque;
use std::io::{Cursor, Read};

use crc32fast::Hasher;
use flate2::{Decompress, FlushDecompress, Status};

use super::MAGIC;
use super::record::{Header, WarcRecord, header_end};
use crate::capture::Capture;
use crate::input::window::Window;
use crate::limits;

/// The first bytes of a member: gzip, with deflate.
const GZIP: &[u8] = &[0x1f, 0x8b, 8];

/// The sizes of the fixed part of the header of a member, and of its end.
const FIXED: usize = 10;
const TRAILER: usize = 8;

/// Unpacked bytes that are not kept.
const PIECE: usize = 64 * 1024;

/// The members of a file.
pub(super) struct Members<R> {
    name: String,
    window: Window<R>,
    inflate: Decompress,
    /// Memory for the beginning of a member; set up once, because that takes longer than unpacking one.
    buffer: Box<[u8]>,
    /// How many bytes of the buffer the member has.
    kept: usize,
    found: VecDeque<Capture>,
    damaged: usize,
    ended: bool,
}

/// How a member was unpacked: its size, of which the beginning is kept.
type Unpacked = Result<u64, String>;

impl<R: Read> Members<R> {
    pub(super) fn new(name: String, bytes: R) -> Self {
        Self {
            name,
            window: Window::new(bytes),
            inflate: Decompress::new(false),
            buffer: vec![0; limits::RECORD].into_boxed_slice(),
            kept: 0,
            found: VecDeque::new(),
            damaged: 0,
            ended: false,
        }
    }

    /// Whether the first member has more than one record. Nothing is consumed.
    pub(super) fn is_one_stream(&mut self) -> bool {
        // What cannot be read is reported later.
        let _ = self.window.fill_to(limits::HEADER);
        let mut start = Vec::new();
        let first = flate2::read::GzDecoder::new(self.window.bytes());
        let _ = first.take(limits::RECORD as u64).read_to_end(&mut start);
        let Some(end) = header_end(&start) else { return false };
        let header = Header::parse(start.get(..end).unwrap_or_default(), end);
        let after = header.length.and_then(|it| usize::try_from(it).ok()?.checked_add(end));
        let after = after.and_then(|after| start.get(after..)).unwrap_or_default();
        after.trim_ascii_start().starts_with(MAGIC)
    }

    /// The bytes of the file again.
    pub(super) fn into_bytes(self) -> (String, impl Read + Send + 'static)
    where
        R: Send + 'static,
    {
        let (name, (kept, rest)) = (self.name, self.window.into_parts());
        (name, Cursor::new(kept).chain(rest))
    }

    fn read_member(&mut self) {
        if self.window.bytes().is_empty() && !matches!(self.window.fill(), Ok(true)) {
            self.ended = true;
            return;
        }
        self.window.set_mark();
        let offset = self.window.offset();
        match self.unpack() {
            Ok(size) => self.records(offset, size),
            Err(error) => self.damage(offset, &error),
        }
    }

    /// The beginning of the member, unpacked.
    fn member(&self) -> &[u8] {
        self.buffer.get(..self.kept).unwrap_or_default()
    }

    /// Unpacks the member that is next, and verifies its checksum.
    fn unpack(&mut self) -> Unpacked {
        self.kept = 0;
        self.skip_member_header()?;
        self.inflate.reset(false);
        let (mut crc, mut size) = (Hasher::new(), 0_u64);
        let mut piece = Vec::new();
        loop {
            if self.window.bytes().is_empty() && !self.more()? {
                return Err("the file ends within a gzip member".into());
            }
            let free = self.buffer.get_mut(self.kept..).unwrap_or_default();
            let is_kept = !free.is_empty();
            let into = if is_kept {
                free
            } else {
                piece.resize(PIECE, 0);
                &mut *piece
            };
            let (before, consumed) = (self.inflate.total_out(), self.inflate.total_in());
            let status = self.inflate.decompress(self.window.bytes(), into, FlushDecompress::None);
            let count = usize::try_from(self.inflate.total_out() - before).unwrap_or(0);
            let unpacked = into.get(..count).unwrap_or_default();
            crc.update(unpacked);
            size += count as u64;
            self.kept += if is_kept { count } else { 0 };
            let is_idle = count == 0 && self.inflate.total_in() == consumed;
            self.window.consume(usize::try_from(self.inflate.total_in() - consumed).unwrap_or(0));
            match status {
                Ok(Status::StreamEnd) => break,
                Ok(_) if is_idle && !self.more()? => {
                    return Err("the file ends within a gzip member".into());
                }
                Ok(_) => {}
                Err(error) => return Err(format!("the gzip member is damaged: {error}")),
            }
        }
        if !self.window.fill_to(TRAILER).map_err(|error| error.to_string())? {
            return Err("the file ends within a gzip member".into());
        }
        let number = |at: usize| {
            let bytes = self.window.bytes().get(at..at + 4).and_then(|it| it.try_into().ok());
            bytes.map_or(0, u32::from_le_bytes)
        };
        let is_intact = number(0) == crc.finalize() && u64::from(number(4)) == size % (1 << 32);
        self.window.consume(TRAILER);
        if is_intact { Ok(size) } else { Err("the checksum of the gzip member is wrong".into()) }
    }

    fn more(&mut self) -> Result<bool, String> {
        self.window.fill().map_err(|error| error.to_string())
    }

    /// Skips the header of a member with its optional parts.
    fn skip_member_header(&mut self) -> Result<(), String> {
        let ends = || "the file ends within the header of a gzip member".to_owned();
        let need = |window: &mut Window<R>, count: usize| match window.fill_to(count) {
            Ok(true) => Ok(()),
            Ok(false) => Err(ends()),
            Err(error) => Err(error.to_string()),
        };
        need(&mut self.window, FIXED)?;
        let bytes = self.window.bytes();
        if !bytes.starts_with(GZIP) {
            return Err("expected a gzip member".into());
        }
        let flags = bytes.get(3).copied().unwrap_or_default();
        self.window.consume(FIXED);
        if flags & 4 != 0 {
            need(&mut self.window, 2)?;
            let length = self.window.bytes().get(..2).and_then(|it| it.try_into().ok());
            let length = usize::from(length.map_or(0, u16::from_le_bytes));
            need(&mut self.window, 2 + length)?;
            self.window.consume(2 + length);
        }
        // A name and a comment, each up to a NUL.
        for _ in 0..(flags & 8).count_ones() + (flags & 16).count_ones() {
            let mut length = 0;
            loop {
                let found = memchr::memchr(0, self.window.bytes());
                if let Some(end) = found {
                    self.window.consume(end + 1);
                    break;
                }
                let here = self.window.bytes().len();
                length += here;
                self.window.consume(here);
                if length > limits::HEADER || !self.more()? {
                    return Err(ends());
                }
            }
        }
        if flags & 2 != 0 {
            need(&mut self.window, 2)?;
            self.window.consume(2);
        }
        Ok(())
    }

    /// Reads the records of an unpacked member.
    fn records(&mut self, offset: u64, size: u64) {
        let mut at = 0;
        loop {
            let rest = self.member().get(at..).unwrap_or_default();
            let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let rest = rest.get(blank..).unwrap_or_default();
            if rest.is_empty() {
                // After the last record come two line ends.
                if size > at as u64 + 4 {
                    let error = format!(
                        "{} at byte {offset}: records after the first {} bytes of a gzip member are not read",
                        self.name,
                        limits::RECORD
                    );
                    let source = format!("{}@{offset}+{at}", self.name);
                    self.found.push_back(Capture::unreadable(source, error));
                }
                return;
            }
            at += blank;
            let source = if at == 0 {
                format!("{}@{offset}", self.name)
            } else {
                format!("{}@{offset}+{at}", self.name)
            };
            let left = size.saturating_sub(at as u64);
            match record(rest, left, &source) {
                Ok((capture, end)) => {
                    self.found.extend(capture);
                    match usize::try_from(end) {
                        Ok(end) if (at + end) as u64 <= size => at += end,
                        _ => return,
                    }
                }
                Err((error, header)) => {
                    self.damaged += 1;
                    let error = format!("{} at byte {offset}: {error}", self.name);
                    let mut capture = Capture::unreadable(source, error);
                    capture.origin = header.as_deref().and_then(Header::origin);
                    capture.time = header.as_deref().and_then(Header::time);
                    self.found.push_back(capture);
                    return;
                }
            }
        }
    }

    /// Reports a damaged member, and goes on at the next one that begins with a record.
    fn damage(&mut self, offset: u64, error: &str) {
        self.damaged += 1;
        let source = format!("{}@{offset}", self.name);
        let header = header_end(self.member())
            .map(|end| Header::parse(self.member().get(..end).unwrap_or_default(), end));
        let mut capture =
            Capture::unreadable(&source, format!("{} at byte {offset}: {error}", self.name));
        capture.origin = header.as_ref().and_then(Header::origin);
        capture.time = header.as_ref().and_then(Header::time);
        self.found.push_back(capture);
        if self.damaged >= limits::DAMAGED {
            let error = format!(
                "{}: {} records are damaged; the rest is not read",
                self.name, self.damaged
            );
            self.found.push_back(Capture::unreadable(source, error));
            self.ended = true;
            return;
        }
        if !self.window.go_back(1) {
            self.window.consume(1);
        }
        loop {
            let bytes = self.window.bytes();
            if let Some(at) = memchr::memmem::find(bytes, GZIP) {
                self.window.consume(at);
                if self.begins_record() {
                    return;
                }
                self.window.consume(1);
                continue;
            }
            let checked = bytes.len().saturating_sub(GZIP.len() - 1);
            self.window.consume(checked);
            if !matches!(self.window.fill(), Ok(true)) {
                self.ended = true;
                return;
            }
        }
    }

    /// Whether the bytes that are next unpack to the beginning of a record.
    fn begins_record(&mut self) -> bool {
        // Enough for the header of a member and the beginning of its content.
        let _ = self.window.fill_to(1024);
        let mut start = [0; MAGIC.len()];
        let bytes = self.window.bytes();
        let bytes = bytes.get(..4096).unwrap_or(bytes);
        flate2::read::GzDecoder::new(bytes).read_exact(&mut start).is_ok() && start == MAGIC
    }
}

/// Reads the record at the beginning of unpacked bytes, of which `left` belong to the member; returns
/// where it ends.
fn record(bytes: &[u8], left: u64, source: &str) -> Result<(Option<Capture>, u64), super::Damage> {
    if !bytes.starts_with(MAGIC) {
        return Err(("expected a record that begins with WARC/".into(), None));
    }
    let shown = bytes.get(..limits::HEADER).unwrap_or(bytes);
    let Some(end) = header_end(shown) else {
        return Err(("the header of the record has no end".into(), None));
    };
    let header = Header::parse(shown.get(..end).unwrap_or_default(), end);
    let Some(length) = header.length else {
        return Err(("the record has no valid Content-Length".into(), Some(Box::new(header))));
    };
    let there = left.saturating_sub(end as u64);
    if there < length {
        let error = format!("Content-Length is {length}, but the member has {there} bytes");
        return Err((error, Some(Box::new(header))));
    }
    let block = bytes.get(end..).unwrap_or_default();
    let kept = usize::try_from(length).unwrap_or(usize::MAX);
    let after = block.get(kept..).unwrap_or_default();
    if !after.trim_ascii_start().is_empty() && !after.trim_ascii_start().starts_with(MAGIC) {
        let error = format!("Content-Length is {length}, but the member has {there} bytes");
        return Err((error, Some(Box::new(header))));
    }
    let block = block.get(..kept.min(limits::RECORD)).unwrap_or(block);
    let capture = WarcRecord { header: &header, block, length }.capture(source);
    Ok((capture, end as u64 + length))
}

impl<R: Read> Iterator for Members<R> {
    type Item = Capture;

    fn next(&mut self) -> Option<Capture> {
        loop {
            if let Some(capture) = self.found.pop_front() {
                return Some(capture);
            }
            if self.ended {
                return None;
            }
            self.read_member();
        }
    }
}
