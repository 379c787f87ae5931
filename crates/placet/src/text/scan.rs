//! Searches for classes of bytes, eight at a time, and for words in any case.
//!
//! Eight bytes are loaded into one `u64`, the first of them lowest. A test returns a number in
//! which the highest bit of each byte says whether the test holds for it. A borrow or carry may set
//! that bit wrongly, but only above a byte for which the test does hold. So the lowest bit set is
//! always right, and callers use no other.

use aho_corasick::packed::Searcher;

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x80 * ONES;

/// Returns the index of the first special byte of a value, or its length if there is none.
///
/// Special bytes need a closer look before a value can be used as it is: everything but visible
/// ASCII, `%`, `$`, `#`, and the characters that no URL contains. `!` and `~` count as special
/// because that makes the test faster; it only costs values with them the closer look.
#[inline]
pub(crate) fn first_special(text: &[u8]) -> usize {
    first(text, special)
}

/// Returns the index of the first colon or special byte of a text, or its length if there is none.
#[inline]
pub(crate) fn first_colon_or_special(text: &[u8]) -> usize {
    first(text, |bytes| special(bytes) | equal(bytes, b':'))
}

/// Returns the index of the first byte for which `is` holds, or the length if there is none. It
/// must hold for NUL.
#[inline]
fn first(text: &[u8], is: impl Fn([u8; 8]) -> u64) -> usize {
    let (eights, rest) = text.as_chunks();
    let mut at = 0;
    for eight in eights {
        let found = is(*eight);
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let mut filled = [0; 8];
    filled.iter_mut().zip(rest).for_each(|(filled, byte)| *filled = *byte);
    // The padding of the last block ends the search.
    at + is(filled).trailing_zeros() as usize / 8
}

/// The bytes among eight, all ASCII, that are `byte`.
#[inline]
fn equal(bytes: [u8; 8], byte: u8) -> u64 {
    (u64::from_le_bytes(bytes) ^ (ONES * u64::from(byte))).wrapping_sub(ONES) & TOPS
}

/// The special bytes among eight.
#[inline]
fn special(bytes: [u8; 8]) -> u64 {
    let bytes = u64::from_le_bytes(bytes);
    // Bytes outside ASCII have their highest bit set already. For all other bytes, only the operations
    // below can set it.
    let below = bytes.wrapping_sub(ONES * 0x26);
    let above = bytes.wrapping_add(ONES * (0x80 - 0x7B));
    let grave = (bytes ^ (ONES * 0x60)).wrapping_sub(ONES);
    // Without these three bits, < > \ ^ and | are equal.
    let unwise = ((bytes & (ONES * 0x9D)) ^ (ONES * 0x1C)).wrapping_sub(ONES);
    (bytes | below | above | grave | unwise) & TOPS
}

/// Returns the index of the first byte of a text that is not a letter, a digit, or one of `.` and
/// `-`, or the length if there is none.
#[inline]
pub(crate) fn first_outside_name(text: &[u8]) -> usize {
    first(text, |bytes| {
        let bytes = u64::from_le_bytes(bytes);
        // No sum exceeds a byte, so every bit is right.
        let from = |bytes: u64, least: u8| (bytes & !TOPS) + ONES * u64::from(0x80 - least);
        let lower = bytes | (ONES * 0x20);
        let is_letter = from(lower, b'a') & !from(lower, b'z' + 1);
        let is_digit = from(bytes, b'-') & !from(bytes, b'9' + 1) & differing(bytes, b'/');
        (bytes | !(is_letter | is_digit)) & TOPS
    })
}

/// Whether a path is certainly in normal form: it contains no special byte and no `*`, which a path
/// in normal form does not contain unencoded.
#[inline]
pub(crate) fn is_plain_path(text: &[u8]) -> bool {
    let unplain = |bytes: [u8; 8]| special(bytes) | equal(bytes, b'*');
    let (eights, rest) = text.as_chunks();
    // The last eight bytes are tested twice, instead of the remainder one by one.
    let last = text.last_chunk().copied().unwrap_or_else(|| {
        let mut filled = [b'/'; 8];
        filled.iter_mut().zip(rest).for_each(|(filled, byte)| *filled = *byte);
        filled
    });
    eights.iter().fold(unplain(last), |found, &eight| found | unplain(eight)) == 0
}

/// Whether the same is true of an authority and a path, and there is no `/.`, as there is before
/// any dot segment that is not percent-encoded.
#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "branches would prevent vector instructions")]
pub(crate) fn is_plain_url(text: &[u8]) -> bool {
    no_pair(text, |byte, next| is_unplain(byte) | ((byte == b'/') & (next == b'.')))
}

/// Whether a byte is [special] or `*`.
#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "branches would prevent vector instructions")]
fn is_unplain(byte: u8) -> bool {
    let is_outside = !(0x26..=0x7A).contains(&byte);
    is_outside | (byte == b'`') | (byte & 0x9D == 0x1C) | (byte == b'*')
}

/// Whether a test holds for no byte of a text and the byte after it. The byte after the last is
/// taken for a letter.
#[inline]
fn no_pair(text: &[u8], is: impl Fn(u8, u8) -> bool) -> bool {
    // Written so that the compiler makes a few vector instructions of the sixteen tests.
    let any = |block: &[u8; 17]| {
        let mut found = [0; 16];
        for ((found, byte), next) in found.iter_mut().zip(block).zip(block.iter().skip(1)) {
            *found = u8::from(is(*byte, *next));
        }
        u128::from_le_bytes(found)
    };
    let Some((block, last)) = text.last_chunk().zip(text.last()) else {
        let after = text.iter().skip(1).chain(b"a");
        return !text.iter().zip(after).any(|(byte, next)| is(*byte, *next));
    };
    // The last bytes are tested twice, instead of the remainder one by one.
    let mut found = any(block) | u128::from(is(*last, b'a'));
    let mut rest = text;
    while let Some(block) = rest.first_chunk() {
        found |= any(block);
        rest = rest.get(16..).unwrap_or_default();
    }
    found == 0
}

/// Returns the index of the first byte that is neither space nor tab, or the length of the text if
/// there is none.
#[inline]
pub(crate) fn first_nonblank(text: &[u8]) -> usize {
    let (eights, rest) = text.as_chunks();
    let mut at = 0;
    for eight in eights {
        let bytes = u64::from_le_bytes(*eight);
        let nonblank = differing(bytes, b' ') & differing(bytes, b'\t');
        if nonblank != 0 {
            return at + nonblank.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + rest.iter().position(|byte| is_nonblank(*byte)).unwrap_or(rest.len())
}

/// The bytes among eight that are not `byte`. No carry occurs, so every bit is right.
#[inline]
fn differing(bytes: u64, byte: u8) -> u64 {
    let differing = bytes ^ (ONES * u64::from(byte));
    (((differing & !TOPS) + !TOPS) | differing) & TOPS
}

/// Whether the byte is neither space nor tab.
#[inline]
pub(crate) fn is_nonblank(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t')
}

/// Returns a searcher that finds words in upper, lower or mixed case, or `None` on machines for
/// which there is no such searcher.
pub(crate) fn in_any_case(words: &[&str]) -> Option<Searcher> {
    let spellings: Vec<Vec<Vec<u8>>> = words.iter().map(|word| cases(word)).collect();
    let most = spellings.iter().map(Vec::len).max().unwrap_or_default();
    // Words take turns, because the searcher assigns the patterns to buckets in turn, and keeps the
    // spellings of one word together. Two words in one bucket cause many false candidates.
    let turn = |at: usize| spellings.iter().filter_map(move |word| word.get(at));
    Searcher::new((0..most).flat_map(turn))
}

/// All spellings of a word in upper and lower case.
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

    fn is_special(byte: u8) -> bool {
        first_special(&[byte]) == 0
    }

    #[test]
    fn plain_paths_contain_no_special_byte_and_no_star() {
        for len in 1..40 {
            for (byte, at) in (0..=255).flat_map(|byte| [0, len / 2, len - 1].map(|at| (byte, at)))
            {
                let mut text = vec![b'a'; len];
                text[at] = byte;
                let plain = !is_special(byte) && byte != b'*';
                assert_eq!(is_plain_path(&text), plain, "{byte:#x} in {len}");
                assert_eq!(is_plain_url(&text), plain, "{byte:#x} in {len}");
            }
        }
    }

    #[test]
    fn dot_segments_are_suspected_at_every_position() {
        for (before, after) in (0..40).flat_map(|before| (0..40).map(move |after| (before, after)))
        {
            let url = |pair: &str| format!("{}{pair}{}", "a".repeat(before), "b".repeat(after));
            assert!(!is_plain_url(url("/.").as_bytes()) && is_plain_path(url("/.").as_bytes()));
            assert!(!is_plain_url(url("/..").as_bytes()));
            assert!(is_plain_url(url("./").as_bytes()));
        }
    }

    #[test]
    fn the_end_of_a_name_is_found_after_any_length() {
        for len in 0..40 {
            let name = "a".repeat(len);
            assert_eq!(first_outside_name(name.as_bytes()), len);
            for byte in 0..=255_u8 {
                let text = [name.as_bytes(), &[byte], b"aaaaaaaaaaa/"].concat();
                let is_inside = byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
                let end = if is_inside { len + 12 } else { len };
                assert_eq!(first_outside_name(&text), end, "{byte:#x}");
            }
        }
    }

    #[test]
    fn special_bytes_are_found_at_every_position() {
        for len in 0..40 {
            for byte in (0..=255).filter(|byte| is_special(*byte)) {
                for next in [b'a', b'&', 0xFF, 0, byte] {
                    let mut text = vec![b'z'; len];
                    assert_eq!(first_special(&text), len);
                    text.push(byte);
                    text.extend_from_slice(&[next; 20]);
                    assert_eq!(first_special(&text), len, "{byte:#x} before {next:#x}");
                }
            }
            for byte in (0..=255).filter(|byte| !is_special(*byte)) {
                let mut text = vec![byte; len];
                text.extend_from_slice(b"%aaaaaaaaaaaaaaa");
                assert_eq!(first_special(&text), len, "{byte:#x}");
            }
        }
    }

    #[test]
    fn colons_are_found_at_every_position() {
        for len in 0..40 {
            let mut text = vec![b'z'; len];
            assert_eq!(first_colon_or_special(&text), len);
            text.extend_from_slice(b": ;9:");
            assert_eq!(first_colon_or_special(&text), len);
            text[len] = b' ';
            assert_eq!(first_colon_or_special(&text), len);
        }
        for byte in 0..=255 {
            let is_found = is_special(byte) || byte == b':';
            assert_eq!(first_colon_or_special(&[byte]) == 0, is_found, "{byte:#x}");
        }
    }

    #[test]
    fn the_first_nonblank_byte_is_found_after_any_margin() {
        for len in 0..40 {
            for margin in [" ", "\t", " \t", "\t \t"].map(|blanks| blanks.repeat(len)) {
                assert_eq!(first_nonblank(margin.as_bytes()), margin.len());
                for byte in (0..=255).filter(|byte| is_nonblank(*byte)) {
                    let text = [margin.as_bytes(), &[byte], b" \t a"].concat();
                    assert_eq!(first_nonblank(&text), margin.len(), "{byte:#x} after {len}");
                }
            }
        }
    }

    #[test]
    fn bytes_that_normalising_changes_are_special() {
        let plain = b"!&'()*+,-./:;=?@[]_~";
        for byte in 0..=255_u8 {
            if !byte.is_ascii_alphanumeric() && !plain.contains(&byte) {
                assert!(is_special(byte), "{byte:#x}");
            }
        }
        assert!(b"azAZ09/*?=&-_.,:;@()+[]'".iter().all(|&byte| !is_special(byte)));
    }
}
