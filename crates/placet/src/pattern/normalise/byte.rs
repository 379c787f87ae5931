//! Classes of bytes in normal forms, and percent-encoded triplets.

/// How a byte is written in a normal form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// As it is.
    Plain,
    /// Depends on its position: `%`, `$`, `*`, `?`.
    Special,
    /// Percent-encoded.
    Encode,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Plain; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "the loop stays below 256")]
        #[expect(clippy::indexing_slicing, reason = "the loop stays below 256")]
        {
            classes[byte] = match byte as u8 {
                b'%' | b'$' | b'*' | b'?' => Class::Special,
                0..=b' '
                | b'"'
                | b'<'
                | b'>'
                | b'\\'
                | b'^'
                | b'`'
                | b'{'
                | b'|'
                | b'}'
                | 0x7F..=0xFF => Class::Encode,
                _ => Class::Plain,
            };
        }
        byte += 1;
    }
    classes
};

pub(super) fn class(byte: u8) -> Class {
    CLASSES.get(usize::from(byte)).copied().unwrap_or(Class::Plain)
}

/// Whether a path in normal form can contain a byte other than `%` unencoded.
pub(super) fn is_bare(byte: u8) -> bool {
    (class(byte) == Class::Plain && byte != b'#') || byte == b'?'
}

/// Whether the byte is unreserved (RFC 3986 §2.3).
pub(super) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Whether the byte is one of the reserved characters (RFC 3986 §2.2) that always equal their
/// triplets (RFC 9309 §2.2.2, F-22). Of the others, `*` and `$` have a meaning in patterns, `#`
/// ends a URL, and `/` and `?` are [delimiters](is_delimiter).
pub(super) fn is_reserved(byte: u8) -> bool {
    matches!(
        byte,
        b':' | b'@' | b'[' | b']' | b'!' | b'\'' | b'(' | b')' | b'+' | b',' | b';' | b'=' | b'&'
    )
}

/// Whether the byte is one of the reserved characters that differ from their triplets before the
/// first `?`, where they delimit the parts of a URL, and equal them after it (F-22).
pub(super) fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'/' | b'?')
}

/// A part of a pattern or path that represents one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// A triplet, with the byte it encodes.
    Triplet(u8),
    /// An unencoded byte.
    Byte(u8),
}

/// Iterates over the units of a text.
pub(super) fn units(mut text: &[u8]) -> impl Iterator<Item = Unit> {
    std::iter::from_fn(move || {
        let (unit, rest) = split_unit(text)?;
        text = rest;
        Some(unit)
    })
}

/// The first unit of a text, and what follows it.
#[inline]
pub(super) fn split_unit(text: &[u8]) -> Option<(Unit, &[u8])> {
    if let [b'%', high, low, rest @ ..] = text
        && let Some(byte) = pair(*high, *low)
    {
        return Some((Unit::Triplet(byte), rest));
    }
    text.split_first().map(|(&first, rest)| (Unit::Byte(first), rest))
}

/// The value of two hexadecimal digits.
fn pair(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    Some(digit(high)? << 4 | digit(low)?)
}

pub(super) fn push_triplet(out: &mut impl Extend<u8>, byte: u8) {
    let digit = |value: u8| if value < 10 { b'0' + value } else { b'A' + value - 10 };
    out.extend([b'%', digit(byte >> 4), digit(byte & 15)]);
}

/// Whether normal forms keep a `%` and the two bytes after it as written: they are not a triplet, or
/// one that is not decoded. `decodes` says whether delimiters are decoded, as they are after the
/// first `?`.
pub(super) fn keeps(rest: &[u8], decodes: impl FnOnce() -> bool) -> bool {
    let [high, low, ..] = *rest else { return true };
    let Some(byte) = pair(high, low) else { return true };
    let is_uppercase = !high.is_ascii_lowercase() && !low.is_ascii_lowercase();
    let plain = is_unreserved(byte) || is_reserved(byte);
    is_uppercase && !plain && !(is_delimiter(byte) && decodes())
}
