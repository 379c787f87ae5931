//! Lines and columns, counted on demand.

use memchr::{memchr, memchr_iter, memchr2_iter, memrchr};

/// The line reached so far.
///
/// A line ends with LF, CR or both. Positions are bytes of the input.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    line: u32,
    /// The position at which the line begins.
    start: usize,
    after_cr: bool,
}

impl Lines {
    pub(super) fn new() -> Self {
        Self { line: 1, start: 0, after_cr: false }
    }

    /// The number of the line, from 1.
    pub(super) fn line(&self) -> u32 {
        self.line
    }

    /// The column of the byte at `at` on the current line, from 1.
    #[expect(clippy::cast_possible_truncation, reason = "a page has less than 4 G bytes")]
    pub(super) fn column(&self, at: usize) -> u32 {
        (at.saturating_sub(self.start) + 1) as u32
    }

    /// Advances over `text`; `position` returns the position in the input of a byte of it.
    #[expect(clippy::cast_possible_truncation, reason = "a page has less than 4 G bytes")]
    pub(super) fn advance(&mut self, text: &[u8], position: impl Fn(usize) -> usize) {
        if text.is_empty() {
            return;
        }
        if !self.after_cr && memchr(b'\r', text).is_none() {
            if let Some(last) = memrchr(b'\n', text) {
                self.line += memchr_iter(b'\n', text).count() as u32;
                self.start = position(last + 1);
            }
            return;
        }
        // The index after a CR, at which an LF belongs to the same line end.
        let mut after_cr = self.after_cr.then_some(0);
        for at in memchr2_iter(b'\n', b'\r', text) {
            let is_cr = text.get(at) == Some(&b'\r');
            if is_cr || after_cr != Some(at) {
                self.line += 1;
            }
            self.start = position(at + 1);
            after_cr = is_cr.then_some(at + 1);
        }
        self.after_cr = after_cr == Some(text.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_is_counted_once() {
        let text = b"a\nb\r\nc\rd\r\re";
        for split in 0..text.len() {
            let mut lines = Lines::new();
            lines.advance(&text[..split], |at| at);
            lines.advance(&text[split..], |at| split + at);
            assert_eq!((lines.line(), lines.column(text.len() - 1)), (6, 1), "{split}");
        }
    }
}
