//! Lines and columns, counted as they are asked for.

use memchr::{memchr, memchr_iter, memchr2_iter, memrchr};

/// How far lines have been counted.
///
/// A line ends with LF, CR or both. Positions are bytes of the input.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    line: u32,
    /// Where the line begins.
    start: usize,
    behind_cr: bool,
}

impl Lines {
    pub(super) fn new() -> Self {
        Self { line: 1, start: 0, behind_cr: false }
    }

    /// The line, from 1.
    pub(super) fn line(&self) -> u32 {
        self.line
    }

    /// The column of the byte at `at` on the present line, from 1.
    #[expect(clippy::cast_possible_truncation, reason = "a page has less than 4 G bytes")]
    pub(super) fn column(&self, at: usize) -> u32 {
        (at.saturating_sub(self.start) + 1) as u32
    }

    /// Goes on over `text`; `position` gives the place in the input of a byte of it.
    #[expect(clippy::cast_possible_truncation, reason = "a page has less than 4 G bytes")]
    pub(super) fn advance(&mut self, text: &[u8], position: impl Fn(usize) -> usize) {
        if text.is_empty() {
            return;
        }
        if !self.behind_cr && memchr(b'\r', text).is_none() {
            if let Some(last) = memrchr(b'\n', text) {
                self.line += memchr_iter(b'\n', text).count() as u32;
                self.start = position(last + 1);
            }
            return;
        }
        // Where the byte behind a CR stands, which may belong to the same line end.
        let mut behind_cr = self.behind_cr.then_some(0);
        for at in memchr2_iter(b'\n', b'\r', text) {
            let is_cr = text.get(at) == Some(&b'\r');
            if is_cr || behind_cr != Some(at) {
                self.line += 1;
            }
            self.start = position(at + 1);
            behind_cr = is_cr.then_some(at + 1);
        }
        self.behind_cr = behind_cr == Some(text.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_line_end_counts_once() {
        let text = b"a\nb\r\nc\rd\r\re";
        for split in 0..text.len() {
            let mut lines = Lines::new();
            lines.advance(&text[..split], |at| at);
            lines.advance(&text[split..], |at| split + at);
            assert_eq!((lines.line(), lines.column(text.len() - 1)), (6, 1), "{split}");
        }
    }
}
