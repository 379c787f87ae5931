//! Byte order marks, and what is left of one that was taken for text (F-01).

use encoding_rs::{
    Encoding, IBM866, ISO_8859_2, ISO_8859_3, ISO_8859_4, ISO_8859_5, ISO_8859_7, ISO_8859_8,
    ISO_8859_10, ISO_8859_13, ISO_8859_14, ISO_8859_15, ISO_8859_16, KOI8_R, KOI8_U, MACINTOSH,
    WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254,
    WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258, X_MAC_CYRILLIC, mem,
};

use crate::text::limits;

/// The byte order mark of UTF-8.
const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// How many bytes it has.
pub(super) const LEN: usize = MARK.len();

/// The character sets of one byte a character, in which a mark is three characters.
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

/// How many bytes of a mark begin a file, whole or cut short.
pub(super) fn of_file(text: &[u8]) -> usize {
    text.iter().zip(MARK).take_while(|&(&byte, mark)| byte == mark).count()
}

/// How many bytes of the mojibake of a mark begin a file: its three bytes taken for characters of
/// another set and encoded in UTF-8 (`ï»¿`, `п»ї`), perhaps several times over (`Ã¯Â»Â¿`).
pub(super) fn mojibake(text: &[u8]) -> usize {
    // Whatever the set, none of the three is an ASCII character, and none begins like the mark.
    if text.first().is_none_or(|&first| first.is_ascii() || first == MARK[0]) {
        return 0;
    }
    let once = SINGLE.iter().map(|set| set.decode_without_bom_handling(&MARK).0.into_owned());
    let mut spelt: Vec<String> = once.collect();
    for _ in 1..limits::MARK_ENCODINGS {
        if let Some(found) = spelt.iter().find(|spelt| text.starts_with(spelt.as_bytes())) {
            return found.len();
        }
        // From the second time on it is mostly Western: as ISO 8859-1 has it, or Windows.
        spelt = spelt
            .iter()
            .flat_map(|spelt| {
                let windows = WINDOWS_1252.decode_without_bom_handling(spelt.as_bytes()).0;
                [mem::decode_latin1(spelt.as_bytes()).into_owned(), windows.into_owned()]
            })
            .collect();
    }
    let found = spelt.iter().find(|spelt| text.starts_with(spelt.as_bytes()));
    found.map_or(0, String::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mojibake_is_known_in_every_depth() {
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
