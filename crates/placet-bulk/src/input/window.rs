//! Reads bytes in order, and keeps those since a mark, so that reading can go back to it.

use std::io::{self, Read};

use crate::limits;

/// How many bytes are read at once.
const PIECE: usize = 256 * 1024;

/// A reader with a buffer that keeps what follows a mark, up to [`limits::LOOKBACK`] bytes.
pub(super) struct Window<R> {
    inner: R,
    buffer: Vec<u8>,
    /// Where the bytes that are not consumed begin.
    at: usize,
    mark: Option<usize>,
    /// The offset in the input of the first byte of the buffer.
    base: u64,
    is_at_end: bool,
}

impl<R: Read> Window<R> {
    pub(super) fn new(inner: R) -> Self {
        let buffer = Vec::with_capacity(PIECE);
        Self { inner, buffer, at: 0, mark: None, base: 0, is_at_end: false }
    }

    /// The offset of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    /// The bytes that are read and not consumed.
    pub(super) fn bytes(&self) -> &[u8] {
        self.buffer.get(self.at..).unwrap_or_default()
    }

    pub(super) fn consume(&mut self, count: usize) {
        self.at = self.buffer.len().min(self.at + count);
    }

    /// Remembers the next byte.
    pub(super) fn set_mark(&mut self) {
        self.mark = Some(self.at);
    }

    /// Goes back to so many bytes after the mark, if they are kept; returns whether it did.
    pub(super) fn go_back(&mut self, after: usize) -> bool {
        match self.mark {
            Some(mark) if mark + after <= self.at => {
                self.at = mark + after;
                true
            }
            _ => false,
        }
    }

    /// Reads more bytes; false at the end of the input.
    pub(super) fn fill(&mut self) -> io::Result<bool> {
        if self.is_at_end {
            return Ok(false);
        }
        if self.mark.is_some_and(|mark| self.at - mark > limits::LOOKBACK) {
            self.mark = None;
        }
        let kept = self.mark.unwrap_or(self.at);
        if kept >= PIECE || kept == self.buffer.len() {
            self.buffer.drain(..kept);
            self.base += kept as u64;
            self.at -= kept;
            self.mark = self.mark.map(|mark| mark - kept);
        }
        let before = self.buffer.len();
        loop {
            match (&mut self.inner).take(PIECE as u64).read_to_end(&mut self.buffer) {
                Ok(read) => {
                    self.is_at_end = read == 0;
                    return Ok(read > 0);
                }
                // What was read before the error counts.
                Err(_) if self.buffer.len() > before => return Ok(true),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.is_at_end = true;
                    return Err(error);
                }
            }
        }
    }

    /// Reads until so many bytes are available, or the input ends.
    pub(super) fn fill_to(&mut self, count: usize) -> io::Result<bool> {
        while self.bytes().len() < count {
            if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Skips so many bytes; returns how many there were.
    pub(super) fn skip(&mut self, count: u64) -> io::Result<u64> {
        let mut left = count;
        while left > 0 {
            let here = usize::try_from(left).unwrap_or(usize::MAX).min(self.bytes().len());
            self.consume(here);
            left -= here as u64;
            if left > 0 && !self.fill()? {
                break;
            }
        }
        Ok(count - left)
    }

    /// The bytes that are kept, and the rest of the input.
    pub(super) fn into_parts(self) -> (Vec<u8>, R) {
        let mut kept = self.buffer;
        kept.drain(..self.at);
        (kept, self.inner)
    }
}
