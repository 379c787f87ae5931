//! Percent notation in the values of qualifiers (ACAP 1.0 §3, A-50).

use std::borrow::Cow;

/// Decodes the `%nn` triplets of a value as bytes of UTF-8. Triplets that are not valid UTF-8 are
/// kept as written.
pub(crate) fn decoded(value: &str) -> Cow<'_, str> {
    if !value.contains('%') {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('%') {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        text.push_str(before);
        let bytes: Vec<u8> = from.as_bytes().chunks(3).map_while(byte).collect();
        let (triplets, after) = from.split_at_checked(bytes.len() * 3).unwrap_or((from, ""));
        if bytes.is_empty() {
            text.push('%');
            rest = from.get(1..).unwrap_or_default();
            continue;
        }
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            let invalid = at + chunk.valid().len();
            at = invalid + chunk.invalid().len();
            text.push_str(triplets.get(invalid * 3..at * 3).unwrap_or_default());
        }
        rest = after;
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// The byte that a triplet encodes.
fn byte(triplet: &[u8]) -> Option<u8> {
    let [b'%', high, low] = *triplet else { return None };
    let digit = |it: u8| (it as char).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triplets_are_decoded_as_utf_8() {
        for (value, text) in [
            ("abc", "abc"),
            ("caf%C3%A9", "café"),
            ("caf%c3%a9%20x", "café x"),
            ("it%27s", "it's"),
            ("100%25", "100%"),
            ("%2541", "%41"),
            ("%", "%"),
            ("%4", "%4"),
            ("%zz%41", "%zzA"),
            ("%%41", "%A"),
            ("%E9", "%E9"),
            ("a%41%E9%c3%A9%ffb", "aA%E9é%ffb"),
            ("é%C3", "é%C3"),
        ] {
            assert_eq!(decoded(value), text, "{value}");
        }
    }
}
