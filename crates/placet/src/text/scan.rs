//! Looking for bytes of a kind, eight at a time, and for words in any case.
//!
//! Eight bytes are held in one number, the first of them lowest. A test gives a number in which
//! the highest bit of each byte says whether it holds there. A borrow or carry may set that bit
//! wrongly, but only above a byte where the test does hold; so the lowest that is set is always
//! right, and no other is asked for.

use aho_corasick::packed::Searcher;

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x80 * ONES;

/// Where the first byte stands that cannot be taken for granted in a value; the length of the
/// text where there is none. These are all but visible ASCII, `%`, `$`, `#`, and the characters
/// that no URL has; and, to be quick, `!` and `~`, which only costs a value a closer look.
#[inline]
pub(crate) fn other(text: &[u8]) -> usize {
    let (eights, rest) = text.as_chunks();
    let mut at = 0;
    for eight in eights {
        let others = others(*eight);
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let mut filled = [0; 8];
    filled.iter_mut().zip(rest).for_each(|(filled, byte)| *filled = *byte);
    // NUL is such a byte, so one is found at the end of the rest at the latest.
    at + others(filled).trailing_zeros() as usize / 8
}

/// Those among eight bytes.
#[inline]
fn others(bytes: [u8; 8]) -> u64 {
    let bytes = u64::from_le_bytes(bytes);
    // Bytes outside ASCII have their highest bit set already; of all others it is set only by
    // what is done to them here.
    let below = bytes.wrapping_sub(ONES * 0x26);
    let above = bytes.wrapping_add(ONES * (0x80 - 0x7B));
    let grave = (bytes ^ (ONES * 0x60)).wrapping_sub(ONES);
    // With three bits left aside, < > \ ^ and | are the same.
    let unwise = ((bytes & (ONES * 0x9D)) ^ (ONES * 0x1C)).wrapping_sub(ONES);
    (bytes | below | above | grave | unwise) & TOPS
}

/// Whether a path is in normal form at first sight: nothing in it is such a byte, or `*`, which
/// a path does not hold bare.
#[inline]
pub(crate) fn is_plain_path(text: &[u8]) -> bool {
    let unplain = |bytes: [u8; 8]| {
        let stars = u64::from_le_bytes(bytes) ^ (ONES * u64::from(b'*'));
        others(bytes) | stars.wrapping_sub(ONES) & TOPS
    };
    let (eights, rest) = text.as_chunks();
    // The last eight are looked at once more rather than the rest one by one.
    let last = text.last_chunk().copied().unwrap_or_else(|| {
        let mut filled = [b'/'; 8];
        filled.iter_mut().zip(rest).for_each(|(filled, byte)| *filled = *byte);
        filled
    });
    eights.iter().fold(unplain(last), |found, &eight| found | unplain(eight)) == 0
}

/// Whether `/.` stands in a path, as it does before every dot segment that is written plainly.
#[inline]
pub(crate) fn may_have_dot_segment(path: &[u8]) -> bool {
    // All pairs are looked at, so that it can be done many at a time.
    let pairs = path.iter().zip(path.iter().skip(1));
    pairs.fold(0, |found, (&one, &two)| found | u8::from(one == b'/') & u8::from(two == b'.')) != 0
}

/// Where the first byte stands that is neither space nor tab; the length of the text where there
/// is none.
#[inline]
pub(crate) fn ink(text: &[u8]) -> usize {
    let (eights, rest) = text.as_chunks();
    let mut at = 0;
    for eight in eights {
        let bytes = u64::from_le_bytes(*eight);
        let ink = differing(bytes, b' ') & differing(bytes, b'\t');
        if ink != 0 {
            return at + ink.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + rest.iter().position(|byte| is_ink(*byte)).unwrap_or(rest.len())
}

/// Those among eight bytes that are not `byte`; there is no carry, so all of them are right.
#[inline]
fn differing(bytes: u64, byte: u8) -> u64 {
    let differing = bytes ^ (ONES * u64::from(byte));
    (((differing & !TOPS) + !TOPS) | differing) & TOPS
}

/// Whether the byte is neither space nor tab.
#[inline]
pub(crate) fn is_ink(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t')
}

/// Finds words however they are written in small and capital letters; nothing on a machine for
/// which there is no such search.
pub(crate) fn in_any_case(words: &[&str]) -> Option<Searcher> {
    Searcher::new(words.iter().flat_map(|word| cases(word)))
}

/// All ways to write a word in small and capital letters.
fn cases(word: &str) -> Vec<Vec<u8>> {
    word.bytes().fold(vec![Vec::new()], |written, byte| {
        let mut cases = vec![byte.to_ascii_lowercase(), byte.to_ascii_uppercase()];
        cases.dedup();
        let one_more = |start: Vec<u8>| {
            cases.iter().map(move |&next| [&*start, &[next]].concat()).collect::<Vec<_>>()
        };
        written.into_iter().flat_map(one_more).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_other(byte: u8) -> bool {
        other(&[byte]) == 0
    }

    #[test]
    fn plain_paths_hold_no_other_byte_and_no_star() {
        for len in 1..40 {
            for byte in 0..=255 {
                let mut text = vec![b'a'; len];
                text[len / 2] = byte;
                let plain = !is_other(byte) && byte != b'*';
                assert_eq!(is_plain_path(&text), plain, "{byte:#x} in {len}");
            }
        }
    }

    #[test]
    fn dot_segments_are_suspected_at_every_place() {
        for len in 0..40 {
            let path = |pair: &str| format!("/{}{pair}a/b.c", "a".repeat(len));
            assert!(may_have_dot_segment(path("/.").as_bytes()));
            assert!(may_have_dot_segment(path("/..").as_bytes()));
            assert!(!may_have_dot_segment(path("b./").as_bytes()));
        }
    }

    #[test]
    fn others_are_found_at_every_place() {
        for len in 0..40 {
            for byte in (0..=255).filter(|byte| is_other(*byte)) {
                for behind in [b'a', b'&', 0xFF, 0, byte] {
                    let mut text = vec![b'z'; len];
                    assert_eq!(other(&text), len);
                    text.push(byte);
                    text.extend_from_slice(&[behind; 20]);
                    assert_eq!(other(&text), len, "{byte:#x} before {behind:#x}");
                }
            }
            for byte in (0..=255).filter(|byte| !is_other(*byte)) {
                let mut text = vec![byte; len];
                text.extend_from_slice(b"%aaaaaaaaaaaaaaa");
                assert_eq!(other(&text), len, "{byte:#x}");
            }
        }
    }

    #[test]
    fn ink_is_found_behind_any_margin() {
        for len in 0..40 {
            for margin in [" ", "\t", " \t", "\t \t"].map(|blanks| blanks.repeat(len)) {
                assert_eq!(ink(margin.as_bytes()), margin.len());
                for byte in (0..=255).filter(|byte| is_ink(*byte)) {
                    let text = [margin.as_bytes(), &[byte], b" \t a"].concat();
                    assert_eq!(ink(&text), margin.len(), "{byte:#x} behind {len}");
                }
            }
        }
    }

    #[test]
    fn what_normalising_changes_is_never_plain() {
        let plain = b"!&'()*+,-./:;=?@[]_~";
        for byte in 0..=255_u8 {
            if !byte.is_ascii_alphanumeric() && !plain.contains(&byte) {
                assert!(is_other(byte), "{byte:#x}");
            }
        }
        assert!(b"azAZ09/*?=&-_.,:;@()+[]'".iter().all(|&byte| !is_other(byte)));
    }
}
