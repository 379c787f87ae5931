//! Excerpts of hostile text.

use std::ops::Range;

use placet_lint::Places;

use crate::screen::{TEXT_SHOWN, is_hidden};

/// The largest indentation of an excerpt, which shows the column of the text.
const MARGIN: usize = 10_000;

/// The lines from the first to the last span. Only lines near spans have content; invalid UTF-8 and
/// invisible characters are replaced, and long lines are cut.
#[derive(Debug)]
pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// The spans as byte ranges of the excerpt, in the order given.
    pub(crate) spans: Vec<Range<usize>>,
    /// The number of the first line, from 1.
    pub(crate) line: usize,
}

impl Excerpt {
    /// The excerpt of `source` that shows `spans`; each span is cut at the end of its first line.
    pub(crate) fn new(source: &[u8], places: &Places<'_>, spans: &[Range<usize>]) -> Self {
        let lines: Vec<usize> = spans.iter().map(|span| places.line(span.start)).collect();
        let first = lines.iter().min().copied().unwrap_or(0).saturating_sub(1);
        let last = lines.iter().max().copied().unwrap_or(0) + 1;
        let mut excerpt =
            Self { text: String::new(), spans: vec![0..0; spans.len()], line: first + 1 };
        for line in first..=last {
            if lines.iter().any(|&shown| line.abs_diff(shown) <= 1) {
                let here = |at: usize| lines.get(at) == Some(&line);
                excerpt.push_line(source, &places.content(line), spans, here);
            }
            excerpt.text.push('\n');
        }
        excerpt
    }

    /// The excerpt of a text shown as one line, at a line and column of a longer text that is not
    /// available.
    pub(crate) fn of_line(
        source: &[u8],
        spans: &[Range<usize>],
        line: usize,
        column: usize,
    ) -> Self {
        let flat: Vec<u8> = source
            .iter()
            .map(|&byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte })
            .collect();
        let margin = " ".repeat((column.max(1) - 1).min(MARGIN));
        let mut excerpt = Self { text: margin, spans: vec![0..0; spans.len()], line };
        excerpt.push_line(&flat, &(0..flat.len()), spans, |_| true);
        excerpt.text.push('\n');
        excerpt
    }

    /// Adds a line with the spans whose index is `here`.
    fn push_line(
        &mut self,
        source: &[u8],
        line: &Range<usize>,
        spans: &[Range<usize>],
        here: impl Fn(usize) -> bool,
    ) {
        let start = self.text.len();
        let to = |end: usize| shown(source, line.start..end.min(line.end));
        for (at, (span, placed)) in spans.iter().zip(&mut self.spans).enumerate() {
            if here(at) {
                let from = to(span.start).len();
                *placed = start + from..start + to(span.end).len().max(from);
            }
        }
        let text = to(line.end);
        let is_cut = text.chars().count() >= TEXT_SHOWN;
        self.text.push_str(&text);
        if is_cut {
            self.text.push('…');
        }
    }
}

fn shown(source: &[u8], range: Range<usize>) -> String {
    let bytes = source.get(range).unwrap_or_default();
    // A character has at most four bytes, so this is always enough.
    let bytes = bytes.get(..TEXT_SHOWN * 4).unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    let visible = |c| if is_hidden(c) && c != '\t' { char::REPLACEMENT_CHARACTER } else { c };
    text.chars().take(TEXT_SHOWN).map(visible).collect()
}
