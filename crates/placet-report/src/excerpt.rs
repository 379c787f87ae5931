//! The lines of a hostile text that are worth showing.

use std::ops::Range;

use placet::Span;

use crate::screen::{TEXT_SHOWN, is_hidden};

/// How far to the right a text is shown at most, so that its column is told.
const MARGIN: usize = 10_000;

/// A text with the same lines as the original, of which only those around the spans given have
/// content: what is not UTF-8 or cannot be seen is replaced, and long lines are cut.
#[derive(Debug)]
pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// The spans given, in the excerpt's own octets, in the order given.
    pub(crate) spans: Vec<Range<usize>>,
    /// The number of its first line.
    pub(crate) line: usize,
}

impl Excerpt {
    /// The excerpt of `source` that shows `spans`, each of which lies within one line.
    pub(crate) fn new(source: &[u8], spans: &[Span]) -> Self {
        let mut excerpt = Self { text: String::new(), spans: vec![0..0; spans.len()], line: 1 };
        let lines: Vec<Range<usize>> = lines(source).collect();
        for (at, line) in lines.iter().enumerate() {
            let neighbours = lines.get(at.saturating_sub(1)..lines.len().min(at + 2));
            let near =
                |span: &Span| neighbours.unwrap_or_default().iter().any(|line| holds(line, *span));
            if spans.iter().any(near) {
                excerpt.push_line(source, line, spans);
            }
            excerpt.text.push('\n');
        }
        excerpt
    }

    /// The excerpt of a text that is shown as one line, at a line and column of a longer one that is
    /// not at hand.
    pub(crate) fn of_line(source: &[u8], spans: &[Span], line: usize, column: usize) -> Self {
        let flat: Vec<u8> = source
            .iter()
            .map(|&octet| if matches!(octet, b'\n' | b'\r') { b' ' } else { octet })
            .collect();
        let margin = " ".repeat((column.max(1) - 1).min(MARGIN));
        let mut excerpt = Self { text: margin, spans: vec![0..0; spans.len()], line };
        excerpt.push_line(&flat, &(0..flat.len()), spans);
        excerpt.text.push('\n');
        excerpt
    }

    fn push_line(&mut self, source: &[u8], line: &Range<usize>, spans: &[Span]) {
        let start = self.text.len();
        let shown = |range: Range<usize>| {
            let octets = source.get(range).unwrap_or_default();
            // A character has at most four octets, so this much is always enough.
            let octets = octets.get(..TEXT_SHOWN * 4).unwrap_or(octets);
            let visible =
                |c| if is_hidden(c) && c != '\t' { char::REPLACEMENT_CHARACTER } else { c };
            let text = String::from_utf8_lossy(octets);
            text.chars().take(TEXT_SHOWN).map(visible).collect::<String>()
        };
        let text = shown(line.clone());
        for (span, placed) in spans.iter().zip(&mut self.spans) {
            if holds(line, *span) {
                let from = shown(line.start..span.start()).len();
                let to = shown(line.start..span.end()).len();
                *placed = start + from..start + to;
            }
        }
        let whole = text.chars().count() < TEXT_SHOWN;
        self.text.push_str(&text);
        if !whole {
            self.text.push('…');
        }
    }
}

fn holds(line: &Range<usize>, span: Span) -> bool {
    line.start <= span.start() && span.end() <= line.end
}

/// The lines of a text without their ends: CR, LF, or both.
fn lines(source: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = source.get(at..).filter(|rest| !rest.is_empty())?;
        let len = rest.iter().position(|octet| matches!(octet, b'\n' | b'\r'));
        let line = at..at + len.unwrap_or(rest.len());
        let crlf = rest.get(line.len()..).is_some_and(|end| end.starts_with(b"\r\n"));
        at = line.end + if crlf { 2 } else { 1 };
        Some(line)
    })
}
