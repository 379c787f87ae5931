//! White space in practice: including the no-break space and similar characters.

use crate::text::Span;

/// The number of bytes of the white space character that `text` begins with; 0 if there is none.
pub(crate) fn leading(text: &[u8]) -> usize {
    match *text {
        [b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C, ..] => 1,
        // U+0085, U+00A0.
        [0xC2, 0x85 | 0xA0, ..] => 2,
        // U+1680; U+2000 to U+200A, U+2028, U+2029, U+202F; U+205F; U+3000; U+FEFF.
        [0xE1, 0x9A, 0x80, ..]
        | [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..]
        | [0xE2, 0x81, 0x9F, ..]
        | [0xE3, 0x80, 0x80, ..]
        | [0xEF, 0xBB, 0xBF, ..] => 3,
        _ => 0,
    }
}

/// Whether there is white space other than spaces and tabs.
pub(crate) fn has_odd_blank(text: &[u8]) -> bool {
    let odd = |at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        leading(rest) > 0 && !matches!(rest.first(), Some(b' ' | b'\t'))
    };
    (0..text.len()).any(odd)
}

/// The number of bytes of white space that `text` begins with.
pub(super) fn skip(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(len @ 1..) = text.get(at..).map(leading) {
        at += len;
    }
    at
}

/// The span without leading and trailing white space.
pub(super) fn trim(text: &[u8], span: Span) -> Span {
    let written = span.of(text);
    let rest = |at: usize| written.get(at..).unwrap_or_default();
    let start = skip(written);
    let (mut at, mut end) = (start, start);
    while !rest(at).is_empty() {
        end = at + word(rest(at));
        at = end + skip(rest(end));
    }
    Span::new(span.start() + start, span.start() + end)
}

/// The length of the word that `text` begins with.
pub(super) fn word(text: &[u8]) -> usize {
    let blank = |at: &usize| text.get(*at..).is_some_and(|rest| leading(rest) > 0);
    (0..text.len()).find(blank).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_break_spaces_are_white_space() {
        let text = "\u{A0} /files/ \u{2003}a\u{A0}".as_bytes();
        assert_eq!(trim(text, Span::new(0, text.len())).of(text), "/files/ \u{2003}a".as_bytes());
        assert_eq!(word("ab\u{A0}c".as_bytes()), 2);
        assert_eq!(skip(" \t\u{3000}x".as_bytes()), 5);
        let blank = " \u{A0}".as_bytes();
        assert!(trim(blank, Span::new(0, blank.len())).is_empty());
    }
}
