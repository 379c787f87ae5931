//! Writes patterns from their normal form.

use super::text::triplet;
use crate::policy::AcapPattern;

/// Returns a text that is read as this pattern.
///
/// The normal form is such a text, except where it only looks like a triplet: `/%%34%31` is read as
/// the four characters `/%41`, which would be read as `/A`. A triplet that is only in the scope of
/// the pattern is written too.
pub(super) fn spell(pattern: &AcapPattern) -> String {
    let written = &pattern.cased;
    let folded = pattern.pattern();
    let mut in_query = folded.in_query();
    let mut scope = pattern.scope();
    let mut text = String::with_capacity(written.len());
    let (mut after_star, mut in_query_part) = (false, false);
    let mut at = 0;
    while let Some(&byte) = written.get(at) {
        after_star |= byte == b'*';
        in_query_part |= byte == b'?';
        at += 1;
        if byte != b'%' && scope.first() == Some(&b'%') {
            text.push_str(&triplet(byte));
            scope = scope.get(3..).unwrap_or_default();
        } else {
            text.push(char::from(byte));
            scope = scope.get(1..).unwrap_or_default();
        }
        let bare = in_query.and_then(|form| form.first()).copied();
        in_query = in_query.and_then(|form| form.get(1..));
        let (b'%', Some(&[high, low])) =
            (byte, written.get(at..at + 2).and_then(|it| it.first_chunk()))
        else {
            continue;
        };
        let Some(encoded) = value(high, low) else { continue };
        let is_delimiter = b"/?".contains(&encoded);
        let is_decoded = encoded.is_ascii_alphanumeric() || b"-._~:@[]!'()+,;=&".contains(&encoded);
        let is_uppercase = !high.is_ascii_lowercase() && !low.is_ascii_lowercase();
        let two_forms = is_delimiter && after_star && !in_query_part;
        let kept = is_uppercase
            && !is_decoded
            && !(is_delimiter && in_query_part)
            && (!two_forms || bare == Some(encoded));
        if kept {
            text.extend([char::from(high), char::from(low)]);
            at += 2;
            scope = scope.get(2..).unwrap_or_default();
            if !two_forms {
                in_query = in_query.and_then(|form| form.get(2..));
            }
        } else {
            text.push_str(&triplet(high));
            at += 1;
            scope = scope.get(1..).unwrap_or_default();
            in_query = in_query.and_then(|form| form.get(1..));
        }
    }
    text
}

/// The byte that a triplet with these digits encodes.
fn value(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn round(written: &str) -> String {
        let pattern = AcapPattern::new(written.as_bytes());
        let text = spell(&pattern);
        assert_eq!(AcapPattern::new(text.as_bytes()), pattern, "{written} {text}");
        text
    }

    #[test]
    fn plain_patterns_stay_as_they_are() {
        for written in ["/", "/a/*.gif$", "/Caf%C3%A9", "/*%2Fx?y=/", "/a%24b", "/100%", "/?u=%2F/"]
        {
            assert_eq!(round(written), written);
        }
        assert_eq!(round("*.gif"), "/*.gif");
        assert_eq!(round("/%%34%31"), "/%%341");
    }

    proptest! {
        #[test]
        fn every_pattern_is_read_back(pieces in prop::collection::vec(
            prop::sample::select(vec![
                "a", "/", "*", "?", "$", "%", "%2", "%2F", "%2f", "%41", "%32", "%46", "%66",
                "%34", "1", "2", "F", "f", "é", "%3A", ":", "%25", "%24", "%2A", "{", "%3F", "%33",
                "%2C", ",", "C",
            ]), 0..14)) {
            round(&pieces.concat());
        }
    }
}
