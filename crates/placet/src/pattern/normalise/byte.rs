//! Bytes: what each needs before it may stand in a normal form, and triplets of them.

/// What a byte needs before it may stand in a normal form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Nothing.
    Plain,
    /// It depends: `%`, `$`, `*`, `?`.
    Special,
    /// To be percent-encoded.
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

/// Whether a byte other than `%` may stand in a path in normal form.
pub(super) fn is_bare(byte: u8) -> bool {
    (class(byte) == Class::Plain && byte != b'#') || byte == b'?'
}

/// RFC 3986 §2.3.
pub(super) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// The reserved characters (RFC 3986 §2.2) that equal their triplets everywhere (RFC 9309 §2.2.2,
/// F-22). Of the others `*` and `$` have a meaning in patterns, `#` ends a URL, and `/` and `?` are
/// [delimiters](is_delimiter).
pub(super) fn is_reserved(byte: u8) -> bool {
    matches!(
        byte,
        b':' | b'@' | b'[' | b']' | b'!' | b'\'' | b'(' | b')' | b'+' | b',' | b';' | b'=' | b'&'
    )
}

/// The reserved characters that differ from their triplets before the first `?`, where they
/// delimit the parts of a URL, and equal them after it (F-22).
pub(super) fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'/' | b'?')
}

/// A part of a pattern or path that stands for one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// A triplet, by what it stands for.
    Triplet(u8),
    /// A byte that stands for itself.
    Byte(u8),
}

/// The units of a text, in their order.
pub(super) fn units(mut text: &[u8]) -> impl Iterator<Item = Unit> {
    std::iter::from_fn(move || {
        let (&first, behind) = text.split_first()?;
        let decoded = match *behind {
            [high, low, ..] if first == b'%' => pair(high, low),
            _ => None,
        };
        let Some(byte) = decoded else {
            text = behind;
            return Some(Unit::Byte(first));
        };
        text = behind.get(2..).unwrap_or_default();
        Some(Unit::Triplet(byte))
    })
}

/// The byte that two hexadecimal digits stand for.
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

/// Whether the two bytes behind a `%` make a triplet that normal forms keep as it is, or none at
/// all; `decodes` says whether delimiters are decoded, as they are after the first `?`.
pub(super) fn keeps(behind: &[u8], decodes: impl FnOnce() -> bool) -> bool {
    let [high, low, ..] = *behind else { return true };
    let Some(byte) = pair(high, low) else { return true };
    let raised = !high.is_ascii_lowercase() && !low.is_ascii_lowercase();
    let plain = is_unreserved(byte) || is_reserved(byte);
    raised && !plain && !(is_delimiter(byte) && decodes())
}
