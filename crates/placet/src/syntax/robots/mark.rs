//! Byte order marks, and those that were mistaken for text (F-01).

use std::borrow::Cow;

use encoding_rs::{
    Encoding, IBM866, ISO_8859_2, ISO_8859_3, ISO_8859_4, ISO_8859_5, ISO_8859_7, ISO_8859_8,
    ISO_8859_10, ISO_8859_13, ISO_8859_14, ISO_8859_15, ISO_8859_16, KOI8_R, KOI8_U, MACINTOSH,
    WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254,
    WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258, X_MAC_CYRILLIC, mem,
};

use crate::text::limits;

/// The byte order mark of UTF-8.
const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// The length of the mark in bytes.
pub(super) const LEN: usize = MARK.len();

/// The single-byte encodings, in which a mark is three characters.
const SINGLE: [&Encoding; 26] = [
    WINDOWS_1252,
    WINDOWS_1251,
    WINDOWS_1250,
    WINDOWS_1253,
    WINDOWS_1254,
    WINDOWS_1255,
    WINDOWS_1256,
    WINDOWS_1257,
    WINDOWS_1258,
    WINDOWS_874,
    ISO_8859_2,
    ISO_8859_3,
    ISO_8859_4,
    ISO_8859_5,
    ISO_8859_7,
    ISO_8859_8,
    ISO_8859_10,
    ISO_8859_13,
    ISO_8859_14,
    ISO_8859_15,
    ISO_8859_16,
    IBM866,
    KOI8_R,
    KOI8_U,
    MACINTOSH,
    X_MAC_CYRILLIC,
];

/// Whether a line begins with a whole mark.
#[inline]
pub(super) fn begins(line: &[u8]) -> bool {
    line.starts_with(&MARK)
}

/// The number of bytes of a mark, whole or cut short, that a file begins with.
pub(super) fn of_file(text: &[u8]) -> usize {
    text.iter().zip(MARK).take_while(|&(&byte, mark)| byte == mark).count()
}

/// The number of bytes of mojibake of a mark that a file begins with: its three bytes mistaken for
/// characters of another encoding and encoded in UTF-8 (`ï»¿`, `п»ї`), perhaps several times
/// (`Ã¯Â»Â¿`).
pub(super) fn mojibake(text: &[u8]) -> usize {
    // In every encoding, all three are outside ASCII, and none begins as the mark does.
    if text.first().is_none_or(|&first| first.is_ascii() || first == MARK[0]) {
        return 0;
    }
    let once = || SINGLE.iter().map(|set| set.decode_without_bom_handling(&MARK).0);
    // Almost always it is the first.
    if let Some(found) = once().find(|it| text.starts_with(it.as_bytes())) {
        return found.len();
    }
    let mut spellings: Vec<String> = once().map(Cow::into_owned).collect();
    for _ in 1..limits::MARK_ENCODINGS {
        // From the second time on the encoding is usually Western: ISO 8859-1 or Windows-1252.
        spellings = spellings
            .iter()
            .flat_map(|text| {
                let windows = WINDOWS_1252.decode_without_bom_handling(text.as_bytes()).0;
                [mem::decode_latin1(text.as_bytes()).into_owned(), windows.into_owned()]
            })
            .collect();
        if let Some(found) = spellings.iter().find(|it| text.starts_with(it.as_bytes())) {
            return found.len();
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mojibake_is_recognised_at_every_depth() {
        for (text, len) in [
            // Once, in ISO 8859-1 and Windows-1252 alike.
            (&b"\xC3\xAF\xC2\xBB\xC2\xBFUser"[..], 6),
            // Twice.
            (b"\xC3\x83\xC2\xAF\xC3\x82\xC2\xBB\xC3\x82\xC2\xBFUser", 12),
            // Three times in ISO 8859-1, and in Windows-1252, where 0x82 and 0x83 are ‚ and ƒ.
            ("Ã\u{83}Â¯Ã\u{82}Â»Ã\u{82}Â¿".as_bytes(), 24),
            ("ÃƒÂ¯Ã‚Â»Ã‚Â¿User".as_bytes(), 26),
            // Once in Windows-1251 and Windows-1250.
            ("п»їUser-agent: *".as_bytes(), 6),
            ("ď»żUser-agent: *".as_bytes(), 6),
            (b"\xEF\xBB\xBFUser", 0),
            (b"\xC3\xAF\xC2\xBB", 0),
            ("ïUser".as_bytes(), 0),
            (b"User", 0),
            (b"", 0),
        ] {
            assert_eq!(mojibake(text), len, "{}", text.escape_ascii());
        }
    }
}
