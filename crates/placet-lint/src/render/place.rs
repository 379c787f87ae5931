//! Offsets as lines and columns.

use std::ops::Range;

use memchr::memchr2_iter;
use serde::Serialize;

/// A place for people and editors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Place {
    /// Counted from 1.
    pub(crate) line: usize,
    /// Counted in characters from 1; what is not UTF-8 counts as it is replaced.
    pub(crate) column: usize,
}

/// Where the lines of a text begin: behind CR, LF, or both.
pub(crate) struct Places<'t> {
    text: &'t [u8],
    starts: Vec<usize>,
}

impl<'t> Places<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        let mut starts = vec![0];
        for at in memchr2_iter(b'\n', b'\r', text) {
            let is_half = text.get(at..at + 2) == Some(b"\r\n");
            if !is_half {
                starts.push(at + 1);
            }
        }
        Self { text, starts }
    }

    /// The place of an offset.
    pub(crate) fn of(&self, offset: usize) -> Place {
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = line.checked_sub(1).and_then(|at| self.starts.get(at)).copied().unwrap_or(0);
        let before = self.text.get(start..offset).unwrap_or_default();
        Place { line, column: 1 + String::from_utf8_lossy(before).chars().count() }
    }

    /// The offset of a column, counted in octets from 1, on a line, counted from 1.
    pub(crate) fn offset(&self, line: usize, column: usize) -> usize {
        let start = line.checked_sub(1).and_then(|at| self.starts.get(at)).copied();
        let offset = start.unwrap_or(self.text.len()) + column.saturating_sub(1);
        offset.min(self.text.len())
    }

    /// The line, counted from 0, that holds an offset.
    pub(crate) fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// The span of a line, counted from 0, without its end.
    pub(crate) fn content(&self, line: usize) -> Range<usize> {
        let start = self.starts.get(line).copied().unwrap_or(self.text.len());
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..end).unwrap_or_default();
        let len = text.iter().rposition(|octet| !matches!(octet, b'\n' | b'\r'));
        start..start + len.map_or(0, |last| last + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        let places = Places::new("a\r\nb\rü\n\nx".as_bytes());
        for (offset, line, column) in
            [(0, 1, 1), (3, 2, 1), (5, 3, 1), (7, 3, 2), (8, 4, 1), (9, 5, 1)]
        {
            assert_eq!(places.of(offset), Place { line, column }, "{offset}");
        }
        assert_eq!(places.content(2), 5..7);
        assert_eq!(places.content(9), 10..10);
    }
}
