//! A text with edits applied, and the origin of its lines.

use crate::finding::Edit;
use crate::place::Places;

/// A text with edits applied.
#[derive(Debug)]
pub(crate) struct Spliced {
    pub(crate) text: Vec<u8>,
    /// The parts that were kept, in order.
    kept: Vec<Piece>,
}

/// Bytes that are in both texts.
#[derive(Debug, Clone, Copy)]
struct Piece {
    new: usize,
    old: usize,
    len: usize,
}

impl Spliced {
    /// Applies edits, which are in the order of the text and do not overlap.
    pub(crate) fn new<'e>(text: &[u8], edits: impl Iterator<Item = &'e Edit>) -> Self {
        let mut spliced = Self { text: Vec::with_capacity(text.len()), kept: Vec::new() };
        let mut at = 0;
        for edit in edits {
            spliced.keep(text, at, edit.span.start);
            spliced.text.extend_from_slice(&edit.content);
            at = edit.span.end;
        }
        spliced.keep(text, at, text.len());
        spliced
    }

    fn keep(&mut self, text: &[u8], start: usize, end: usize) {
        let kept = text.get(start..end).unwrap_or_default();
        self.kept.push(Piece { new: self.text.len(), old: start, len: kept.len() });
        self.text.extend_from_slice(kept);
    }

    /// The numbers of its lines, if those of the old text are `numbers`: each line has the number of
    /// the line that its beginning comes from.
    pub(crate) fn lines(&self, old: &Places<'_>, numbers: &[usize]) -> Vec<usize> {
        let number = |start: usize| {
            let after = self.kept.partition_point(|piece| piece.new <= start);
            let piece = after.checked_sub(1).and_then(|at| self.kept.get(at));
            let from = piece.map_or(0, |it| it.old + (start - it.new).min(it.len));
            numbers.get(old.line(from)).copied().unwrap_or(1)
        };
        Places::new(&self.text).starts().map(number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers() {
        let text = b"a\nb\nc\r\nd\n";
        let edits = [Edit::delete(0..2), Edit::replace(3..4, "\nx\n"), Edit::insert(7, "y")];
        let spliced = Spliced::new(text, edits.iter());
        assert_eq!(spliced.text, b"b\nx\nc\r\nyd\n");
        let numbers = [1, 2, 3, 4, 5];
        assert_eq!(spliced.lines(&Places::new(text), &numbers), [2, 2, 3, 4, 5]);
    }
}
