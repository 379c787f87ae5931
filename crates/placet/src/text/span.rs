//! Positions in a text.

use std::ops::Range;

/// A range of bytes in the text a policy was read from.
///
/// Offsets count from the first byte of the file as given, including a byte order mark. 32 bits are
/// enough because at most [`limits::FILE_MAX`] bytes are read.
///
/// [`limits::FILE_MAX`]: crate::text::limits::FILE_MAX
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    start: u32,
    len: u32,
}

impl Span {
    /// Creates the span from `start` up to, but not including, `end`, in a text of at most
    /// [`limits::FILE_MAX`](crate::text::limits::FILE_MAX) bytes.
    #[expect(clippy::cast_possible_truncation, reason = "offsets stay below FILE_MAX")]
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, len: end.saturating_sub(start) as u32 }
    }

    /// The offset of the first byte.
    pub const fn start(self) -> usize {
        self.start as usize
    }

    /// The offset after the last byte.
    pub const fn end(self) -> usize {
        self.start as usize + self.len as usize
    }

    /// The number of bytes.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether the span is empty.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The span as a range, for slicing and for tools that draw snippets.
    pub const fn range(self) -> Range<usize> {
        self.start()..self.end()
    }

    /// The bytes of `text` that the span covers; empty if the span exceeds the text.
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.range()).unwrap_or_default()
    }

    /// The span of the record whose value this is, starting at the first character of its key.
    pub(crate) fn record(self, text: &[u8]) -> Self {
        let line = self.start().saturating_sub(self.column(text) - 1);
        let before = text.get(line..self.start()).unwrap_or_default();
        // Keys begin with ASCII. Only blanks, a byte order mark or the mojibake of one can precede
        // them.
        let is_margin = |byte: &u8| matches!(byte, b' ' | b'\t' | 0x0B | 0x0C) || !byte.is_ascii();
        let margin = before.iter().take_while(|byte| is_margin(byte)).count();
        Self::new(line + margin, self.end())
    }

    /// The column, counted in bytes from 1, at which the span begins on its line of `text`.
    pub(crate) fn column(self, text: &[u8]) -> usize {
        let before = text.get(..self.start()).unwrap_or_default();
        1 + before.iter().rev().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count()
    }
}
