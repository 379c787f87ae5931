//! Cuts the parts of a page to a length (ACAP 1.0 §2.5.5.2.3, R-095; `max-snippet`).
//!
//! Lengths are counted in the text that [`Permitted::text`](super::Permitted::text) gives, so that
//! text, ranges and HTML of one page all stop at the same word.

use super::text::ends_line;
use crate::syntax::html;
use crate::syntax::html::PieceKind;
use crate::text::Span;
use crate::vocabulary::Length;

/// The smallest lengths among several: one in characters, one in words.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Most {
    chars: Option<u64>,
    words: Option<u64>,
}

impl Most {
    /// The length that all of them allow.
    pub(super) fn of(lengths: impl Iterator<Item = Length>) -> Self {
        let smaller = |one: Option<u64>, other: u64| Some(one.map_or(other, |one| one.min(other)));
        lengths.fold(Self::default(), |most, length| match length {
            Length::Chars(count) => Self { chars: smaller(most.chars, count), ..most },
            Length::Words(count) => Self { words: smaller(most.words, count), ..most },
        })
    }

    fn allows(self, counted: &Counter) -> bool {
        self.chars.is_none_or(|most| counted.chars <= most)
            && self.words.is_none_or(|most| counted.words <= most)
    }
}

/// Cuts parts after the last whole word that fits. Returns whether it cut anything.
///
/// The work is one pass over the parts, and ends at the first word that does not fit.
pub(super) fn cut(
    page: &[u8],
    encoding: &str,
    parts: &mut Vec<(Span, PieceKind)>,
    most: Most,
) -> bool {
    if most.chars.is_none() && most.words.is_none() {
        return false;
    }
    let mut counter = Counter::default();
    for (place, (span, kind)) in parts.iter().enumerate() {
        let bytes = span.of(page);
        match kind {
            PieceKind::Markup => counter.line |= ends_line(&html::text(encoding, bytes)),
            PieceKind::Raw => {}
            PieceKind::Text | PieceKind::Plain => {
                let references = *kind == PieceKind::Text;
                html::characters(encoding, bytes, references, |character, end| {
                    counter.push(character, (place, span.start() + end));
                    most.allows(&counter)
                });
            }
        }
        if !most.allows(&counter) {
            let (place, end) = counter.fits;
            parts.truncate(place + 1);
            match parts.last_mut() {
                Some((span, _)) if end > span.start() => *span = Span::new(span.start(), end),
                _ => drop(parts.pop()),
            }
            return true;
        }
    }
    false
}

/// Counts the characters and words of a text that is given character by character.
#[derive(Debug, Default)]
struct Counter {
    chars: u64,
    words: u64,
    /// There is white space before the next character.
    space: bool,
    /// A line ends before the next character.
    line: bool,
    /// The last character.
    last: Option<char>,
    /// Where the last character ended that is not white space: the index of its part, and the byte
    /// after it.
    end: (usize, usize),
    /// Where the last whole word ended that was counted.
    fits: (usize, usize),
}

impl Counter {
    fn push(&mut self, character: char, end: (usize, usize)) {
        if character.is_ascii_whitespace() {
            self.space = true;
            return;
        }
        let apart = std::mem::take(&mut self.space) | std::mem::take(&mut self.line);
        let continues = !apart && self.last.is_some_and(|last| is_one_word(last, character));
        if !continues {
            self.fits = self.end;
            // White space beyond ASCII is a character, but not a word.
            self.words += u64::from(!character.is_whitespace());
        }
        self.chars += 1 + u64::from(apart && self.last.is_some());
        self.last = Some(character);
        if !character.is_whitespace() {
            self.end = end;
        }
    }
}

/// Whether a word continues from one character to the next.
fn is_one_word(one: char, next: char) -> bool {
    !one.is_whitespace() && !next.is_whitespace() && !stands_alone(one) && !stands_alone(next)
}

/// Whether a character is of a script without spaces between words. Finding the end of a word would
/// need a dictionary. So that a page is not one single word, each character counts as one, which is
/// never too few.
fn stands_alone(character: char) -> bool {
    matches!(character,
        // Thai and Lao, Myanmar, Khmer.
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        // Radicals, kana, Bopomofo, ideographs.
        | '\u{2E80}'..='\u{2FDF}' | '\u{3040}'..='\u{312F}' | '\u{31A0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FF66}'..='\u{FF9F}' | '\u{1B000}'..='\u{1B16F}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_text(text: &str, lengths: &[Length]) -> (String, bool) {
        let whole = (Span::new(0, text.len()), PieceKind::Text);
        let mut parts = vec![whole];
        let cut = cut(text.as_bytes(), "UTF-8", &mut parts, Most::of(lengths.iter().copied()));
        let left: Vec<u8> =
            parts.iter().flat_map(|(span, _)| span.of(text.as_bytes()).to_vec()).collect();
        (String::from_utf8(left).unwrap(), cut)
    }

    #[test]
    fn words_and_characters_are_counted_and_no_word_is_split() {
        use Length::{Chars, Words};
        for (text, lengths, left) in [
            ("one two three", &[][..], "one two three"),
            ("one two three", &[Words(3)], "one two three"),
            ("one two three", &[Words(2)], "one two"),
            ("one two three", &[Words(0)], ""),
            ("one two three", &[Chars(13)], "one two three"),
            ("one two three", &[Chars(12)], "one two"),
            ("one two three", &[Chars(7)], "one two"),
            ("one two three", &[Chars(6)], "one"),
            ("one two three", &[Chars(2)], ""),
            // All apply at once.
            ("one two three", &[Words(2), Chars(3), Words(9)], "one"),
            // White space is collapsed as in the text, and removed at the end.
            ("  one \n\t two  ", &[Chars(7)], "  one \n\t two  "),
            ("  one \n\t two x", &[Chars(7)], "  one \n\t two"),
            // A character reference is one character.
            ("a&amp;b c", &[Chars(3)], "a&amp;b"),
            ("a&#32;b c", &[Words(1)], "a"),
            // White space beyond ASCII separates words, and counts as a character.
            ("a\u{A0}b c", &[Words(1)], "a"),
            ("a\u{A0}b c", &[Chars(3)], "a\u{A0}b"),
            // A script without spaces is cut between its characters.
            ("\u{6E2F}\u{53E3}\u{5F00}\u{653E}", &[Chars(2)], "\u{6E2F}\u{53E3}"),
            ("\u{6E2F}\u{53E3}\u{5F00}\u{653E}", &[Words(3)], "\u{6E2F}\u{53E3}\u{5F00}"),
            ("&#28207;\u{53E3}", &[Words(1)], "&#28207;"),
        ] {
            assert_eq!(
                cut_text(text, lengths),
                (left.to_owned(), left != text),
                "{text:?} {lengths:?}"
            );
        }
    }
}
