//! Converts offsets into lines and columns.

use std::cell::OnceCell;
use std::ops::Range;

use memchr::memchr2_iter;
use serde::Serialize;

/// A position for people and editors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// Counted from 1.
    pub line: usize,
    /// Counted in characters from 1; invalid UTF-8 counts as its replacement characters.
    pub column: usize,
}

/// Where the lines of a text begin: after CR, LF, or both.
#[derive(Debug)]
pub struct Places<'t> {
    text: &'t [u8],
    starts: Vec<usize>,
    marks: OnceCell<Vec<Mark>>,
}

/// The number of characters before an offset that is a character boundary.
#[derive(Debug, Clone, Copy)]
struct Mark {
    offset: usize,
    characters: usize,
}

/// The number of bytes between two marks, and at most a character more. Columns are counted from the
/// mark before, so that many findings on one long line do not each count all of it.
const MARKED: usize = 1024;

impl<'t> Places<'t> {
    /// The lines of a text.
    pub fn new(text: &'t [u8]) -> Self {
        let mut starts = vec![0];
        for at in memchr2_iter(b'\n', b'\r', text) {
            let is_half = text.get(at..at + 2) == Some(b"\r\n");
            if !is_half {
                starts.push(at + 1);
            }
        }
        Self { text, starts, marks: OnceCell::new() }
    }

    /// Where each line begins; the last line can be empty.
    pub(crate) fn starts(&self) -> impl Iterator<Item = usize> {
        self.starts.iter().copied()
    }

    /// The position of an offset.
    pub fn of(&self, offset: usize) -> Place {
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = line.checked_sub(1).and_then(|at| self.starts.get(at)).copied().unwrap_or(0);
        Place { line, column: 1 + self.characters(offset) - self.characters(start) }
    }

    /// The number of characters before an offset; the part before it of a character that it divides
    /// counts as its replacement.
    fn characters(&self, offset: usize) -> usize {
        let marks = self.marks.get_or_init(|| marks(self.text));
        let after = marks.partition_point(|mark| mark.offset <= offset);
        let mark = after.checked_sub(1).and_then(|at| marks.get(at)).copied();
        let Mark { offset: from, characters } = mark.unwrap_or(Mark { offset: 0, characters: 0 });
        let rest = self.text.get(from..offset).unwrap_or_default();
        characters + String::from_utf8_lossy(rest).chars().count()
    }

    /// The line, counted from 0, that contains an offset.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// The span of a line, counted from 0, without its end.
    pub fn content(&self, line: usize) -> Range<usize> {
        let start = self.starts.get(line).copied().unwrap_or(self.text.len());
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..end).unwrap_or_default();
        let len = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'));
        start..start + len.map_or(0, |last| last + 1)
    }
}

/// The marks of a text.
fn marks(text: &[u8]) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut at = Mark { offset: 0, characters: 0 };
    let mut next = MARKED;
    for chunk in text.utf8_chunks() {
        let invalid = chunk.invalid().len();
        let valid = chunk.valid().chars().map(char::len_utf8);
        for len in valid.chain((invalid > 0).then_some(invalid)) {
            at = Mark { offset: at.offset + len, characters: at.characters + 1 };
            if at.offset >= next {
                marks.push(at);
                next = at.offset + MARKED;
            }
        }
    }
    marks
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

    #[test]
    fn columns_do_not_depend_on_the_marks() {
        let mut text = b"a\n".to_vec();
        for part in
            ["\u{e9}x\u{20ac}\u{1f600}".as_bytes(), b"\xFF\x80\x80\xE2\x82a", b"b", &[0xF0, 0x9F]]
        {
            text.extend(part.repeat(600));
        }
        let places = Places::new(&text);
        for offset in (2..text.len()).step_by(7) {
            let whole = String::from_utf8_lossy(&text[2..offset]).chars().count();
            assert_eq!(places.of(offset), Place { line: 2, column: 1 + whole }, "{offset}");
        }
    }
}
