//! Character references (HTML §13.2.5.72 to §13.2.5.80).
//!
//! The names are those of the table in HTML §13.5, one per line, sorted by bytes, each with its
//! characters as hexadecimal numbers.

use encoding_rs::Encoding;
use memchr::memchr3;

/// The table of names.
const NAMES: &str = include_str!("names.txt");

/// The length of the longest name, `CounterClockwiseContourIntegral;`.
const LONGEST: usize = 32;

/// The length of the longest name that needs no semicolon, such as `Aacute`.
const LONGEST_OPEN: usize = 6;

/// Decodes the bytes of an attribute value.
pub(super) fn decoded(raw: &[u8], encoding: &'static Encoding) -> String {
    value(&encoding.decode_without_bom_handling(raw).0)
}

/// Decodes an attribute value: line ends, NUL and character references as they are read in values.
pub(super) fn value(raw: &str) -> String {
    decode(raw, true)
}

/// Decodes text between tags.
pub(super) fn text(raw: &str) -> String {
    decode(raw, false)
}

fn decode(raw: &str, in_value: bool) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = memchr3(b'&', b'\r', 0, rest.as_bytes()) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let len = special(from.as_bytes(), in_value, &mut text);
        rest = from.get(len..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

/// Appends what `&`, a carriage return or NUL at the start of `from` means. Returns how many bytes
/// of `from` that takes.
fn special(from: &[u8], in_value: bool, text: &mut String) -> usize {
    match from {
        [b'\r', b'\n', ..] => 1,
        [b'\r', ..] => {
            text.push('\n');
            1
        }
        [b'\0', ..] => {
            text.push('\u{FFFD}');
            1
        }
        _ => match reference(from, in_value, text) {
            0 => {
                text.push('&');
                1
            }
            len => len,
        },
    }
}

/// Splits a text into characters and, with `references`, character references. Returns the decoded
/// text of each, and its end in `raw`.
pub(super) fn steps(raw: &str, references: bool) -> impl Iterator<Item = (String, usize)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = raw.get(at..)?;
        let first = rest.chars().next()?;
        let mut text = String::new();
        at += if references && matches!(first, '&' | '\r' | '\0') {
            special(rest.as_bytes(), false, &mut text)
        } else {
            text.push(first);
            first.len_utf8()
        };
        Some((text, at))
    })
}

/// Appends the characters of the reference at the start of `from`, which begins with `&`. Returns
/// its length, or 0 if it is not a reference.
fn reference(from: &[u8], in_value: bool, text: &mut String) -> usize {
    let rest = from.get(1..).unwrap_or_default();
    if rest.first() == Some(&b'#') {
        return match numeric(from) {
            Some((character, len)) => {
                text.push(character);
                len
            }
            None => 0,
        };
    }
    let letters = rest.iter().take(LONGEST).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let next = rest.get(letters);
    let closed = (next == Some(&b';')).then_some(letters + 1);
    let open = match next {
        // For historical reasons, `&copy=` and `&copyx` are not references in a value.
        Some(b'=') if in_value => 0..0,
        _ if in_value => letters..letters + 1,
        _ => 1..letters.min(LONGEST_OPEN) + 1,
    };
    for len in closed.into_iter().chain(open.rev()) {
        let Some(characters) = rest.get(..len).and_then(named) else { continue };
        for code in characters.split(' ') {
            let code = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
            text.extend(code);
        }
        return 1 + len;
    }
    0
}

/// The characters of a name, which includes its semicolon if it has one.
fn named(name: &[u8]) -> Option<&'static str> {
    let table = NAMES.as_bytes();
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        let start = table
            .get(low..middle)?
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(low, |it| low + it + 1);
        let len = table.get(start..)?.iter().position(|&byte| byte == b'\n')?;
        let (key, characters) = NAMES.get(start..start + len)?.split_once(' ')?;
        match key.as_bytes().cmp(name) {
            std::cmp::Ordering::Equal => return Some(characters),
            std::cmp::Ordering::Less => low = start + len + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

/// The character of a numeric reference, and the length of the reference.
pub(super) fn numeric(from: &[u8]) -> Option<(char, usize)> {
    let (radix, digits) = match from.get(1..)? {
        [b'#', b'x' | b'X', ..] => (16, 3),
        [b'#', ..] => (10, 2),
        _ => return None,
    };
    let mut code = 0_u32;
    let mut at = digits;
    while let Some(digit) = from.get(at).and_then(|&byte| char::from(byte).to_digit(radix)) {
        code = code.saturating_mul(radix).saturating_add(digit);
        at += 1;
    }
    if at == digits {
        return None;
    }
    at += usize::from(from.get(at) == Some(&b';'));
    let character = match code {
        0 => '\u{FFFD}',
        0x80..=0x9F => windows_1252(code),
        _ => char::from_u32(code).unwrap_or('\u{FFFD}'),
    };
    Some((character, at))
}

/// The characters that the numbers of C1 controls mean (HTML §13.2.5.80).
fn windows_1252(code: u32) -> char {
    let byte = [u8::try_from(code).unwrap_or_default()];
    let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&byte);
    text.chars().next().unwrap_or('\u{FFFD}')
}

/// Whether an `&` in text begins a reference to white space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blank {
    /// A reference to white space, of this length.
    Yes(char, usize),
    /// Anything else.
    No,
    /// The text ends before this is known.
    Open,
}

/// How many bytes of a reference to white space are examined.
const BLANK_LONGEST: usize = 32;

/// Whether `from`, which begins with `&`, begins with a reference to white space.
///
/// Such a reference has at most 32 bytes, unless it has two dozen leading zeros; it is then treated
/// as other text.
pub(super) fn blank(from: &[u8], last: bool) -> Blank {
    let window = from.get(..BLANK_LONGEST).unwrap_or(from);
    let open = window.len() == from.len() && !last;
    for (name, character) in [("&Tab;", '\t'), ("&NewLine;", '\n')] {
        if window.starts_with(name.as_bytes()) {
            return Blank::Yes(character, name.len());
        }
        if open && name.as_bytes().starts_with(window) {
            return Blank::Open;
        }
    }
    let is_number = |byte: &u8| byte.is_ascii_hexdigit() || b"&#xX".contains(byte);
    if open && window.iter().all(is_number) && b"&#".starts_with(window.get(..2).unwrap_or(window))
    {
        return Blank::Open;
    }
    match numeric(window) {
        Some((character, len)) if character.is_ascii_whitespace() => Blank::Yes(character, len),
        _ => Blank::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found() {
        let mut before = "";
        for line in NAMES.lines() {
            let (name, characters) = line.split_once(' ').unwrap();
            assert!(before < name, "{before} {name}");
            assert_eq!(named(name.as_bytes()), Some(characters));
            assert!(name.len() <= LONGEST);
            before = name;
        }
        assert_eq!(NAMES.lines().count(), 2_231);
        assert_eq!(named(b""), None);
        assert_eq!(named(b"AEli"), None);
        assert_eq!(named(b"zzz"), None);
    }

    #[test]
    fn values_are_decoded() {
        for (raw, text) in [
            ("plain", "plain"),
            ("a&amp;b", "a&b"),
            ("a&ampb", "a&ampb"),
            ("a&amp=b", "a&amp=b"),
            ("a&amp", "a&"),
            ("a&amp-b", "a&-b"),
            ("&notin;", "\u{2209}"),
            ("&notit;", "&notit;"),
            ("&not it", "\u{AC} it"),
            ("&acE;", "\u{223E}\u{333}"),
            ("&fjlig;", "fj"),
            ("the-acap&colon;x", "the-acap:x"),
            ("&#116;&#x68;&#X65", "the"),
            ("&#0;&#xD800;&#x110000;&#99999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&#128;&#x81;", "\u{20AC}\u{81}"),
            ("&#;&#x;&;&", "&#;&#x;&;&"),
            ("a\r\nb\rc\0", "a\nb\nc\u{FFFD}"),
            ("&unknown;&x", "&unknown;&x"),
        ] {
            assert_eq!(value(raw), text, "{raw:?}");
        }
    }

    #[test]
    fn references_to_white_space() {
        assert_eq!(blank(b"&#32;x", false), Blank::Yes(' ', 5));
        assert_eq!(blank(b"&#x20 ", false), Blank::Yes(' ', 5));
        assert_eq!(blank(b"&NewLine;", false), Blank::Yes('\n', 9));
        assert_eq!(blank(b"&NewLine", false), Blank::Open);
        assert_eq!(blank(b"&NewLine", true), Blank::No);
        assert_eq!(blank(b"&", false), Blank::Open);
        assert_eq!(blank(b"&#3", false), Blank::Open);
        assert_eq!(blank(b"&#9", true), Blank::Yes('\t', 3));
        assert_eq!(blank(b"&nbsp;", false), Blank::No);
        assert_eq!(blank(b"&#160;", false), Blank::No);
    }
}
