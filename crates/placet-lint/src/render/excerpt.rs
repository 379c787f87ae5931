//! The lines of a hostile text that are worth showing.

use std::ops::Range;

use super::place::Places;
use crate::limits::LINE_SHOWN;

/// As many lines as lie between the first and the last span, of which only those around spans have
/// content: what is not UTF-8 or cannot be shown is replaced, and long lines are cut.
pub(super) struct Excerpt {
    pub(super) text: String,
    /// The number of its first line, counted from 1.
    pub(super) first: usize,
    /// The spans given, in the excerpt's own octets, in the order given.
    pub(super) spans: Vec<Range<usize>>,
}

impl Excerpt {
    /// The excerpt that shows `spans`, each of which is cut at the end of its first line.
    pub(super) fn new(source: &[u8], places: &Places<'_>, spans: &[Range<usize>]) -> Self {
        let lines: Vec<usize> = spans.iter().map(|span| places.line(span.start)).collect();
        let first = lines.iter().min().copied().unwrap_or(0).saturating_sub(1);
        let last = lines.iter().max().copied().unwrap_or(0) + 1;
        let mut excerpt =
            Self { text: String::new(), first: first + 1, spans: vec![0..0; spans.len()] };
        for line in first..=last {
            if lines.iter().any(|&shown| line.abs_diff(shown) <= 1) {
                excerpt.push_line(source, &places.content(line), line, &lines, spans);
            }
            excerpt.text.push('\n');
        }
        excerpt
    }

    fn push_line(
        &mut self,
        source: &[u8],
        content: &Range<usize>,
        line: usize,
        lines: &[usize],
        spans: &[Range<usize>],
    ) {
        let start = self.text.len();
        for ((span, &of), placed) in spans.iter().zip(lines).zip(&mut self.spans) {
            if of == line {
                let from = shown(source, content.start..span.start.min(content.end)).len();
                let to = shown(source, content.start..span.end.min(content.end)).len();
                *placed = start + from..start + to.max(from);
            }
        }
        let text = shown(source, content.clone());
        let is_cut = text.chars().count() >= LINE_SHOWN;
        self.text.push_str(&text);
        if is_cut {
            self.text.push('…');
        }
    }
}

fn shown(source: &[u8], range: Range<usize>) -> String {
    let octets = source.get(range).unwrap_or_default();
    // A character has at most four octets, so this much is always enough.
    let octets = octets.get(..LINE_SHOWN * 4).unwrap_or(octets);
    let text = String::from_utf8_lossy(octets);
    let visible =
        |c: char| if c.is_control() && c != '\t' { char::REPLACEMENT_CHARACTER } else { c };
    text.chars().take(LINE_SHOWN).map(visible).collect()
}
