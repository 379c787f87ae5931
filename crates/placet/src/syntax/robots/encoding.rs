//! The character encoding of a robots.txt.
//!
//! RFC 9309 §2.2 requires UTF-8; invalid bytes are read one by one (F-06). UTF-16 and UTF-32 are
//! decoded: read byte by byte, every line of them would end at a NUL, so a file that closes the
//! whole site would close nothing.

use std::fmt;

use memchr::{memchr, memchr_iter};

use super::markup::is_markup;
use crate::text::limits;

/// The character encoding of a robots.txt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Encoding {
    width: Width,
    big_endian: bool,
    marked: bool,
}

/// The number of bytes of one code unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
enum Width {
    /// UTF-8, or any other encoding that is read byte by byte.
    #[default]
    One,
    Two,
    Four,
}

impl Encoding {
    /// Detects the encoding of a file: by its byte order mark or, without one, if it is
    /// unmistakable.
    ///
    /// It is unmistakable if the file begins with ASCII characters of two or four bytes each, and
    /// more than half of the code units of its first KiB are such. The `Content-Type` field is
    /// ignored, because it is usually the server's default.
    ///
    /// ```
    /// use placet::syntax::robots::Encoding;
    ///
    /// assert!(!Encoding::of(b"User-agent: *").is_wide());
    /// assert_eq!(Encoding::of(b"U\0s\0e\0r\0").to_string(), "UTF-16LE");
    /// ```
    pub fn of(bytes: &[u8]) -> Self {
        let marked = |width, big_endian| Self { width, big_endian, marked: true };
        let guessed = |width, big_endian| {
            let encoding = Self { width, big_endian, marked: false };
            if encoding.is_unmistakable(bytes) { encoding } else { Self::default() }
        };
        match *bytes {
            [0xFF, 0xFE, 0, 0, ..] => marked(Width::Four, false),
            [0, 0, 0xFE, 0xFF, ..] => marked(Width::Four, true),
            [0xFF, 0xFE, ..] => marked(Width::Two, false),
            [0xFE, 0xFF, ..] => marked(Width::Two, true),
            [1..=0xFF, 0, 0, 0, ..] => guessed(Width::Four, false),
            [0, 0, 0, 1..=0xFF, ..] => guessed(Width::Four, true),
            [1..=0xFF, 0, 1..=0xFF, 0, ..] => guessed(Width::Two, false),
            [0, 1..=0xFF, 0, 1..=0xFF, ..] => guessed(Width::Two, true),
            _ => Self::default(),
        }
    }

    /// Whether it is UTF-16 or UTF-32.
    pub fn is_wide(self) -> bool {
        self.width != Width::One
    }

    /// Whether a byte order mark indicates it.
    pub fn is_marked(self) -> bool {
        self.marked
    }

    /// Whether more than half of the first code units are ASCII characters.
    fn is_unmistakable(self, bytes: &[u8]) -> bool {
        let sample = bytes.get(..limits::ENCODING_SAMPLE).unwrap_or(bytes);
        let (mut ascii, mut all) = (0, 0);
        for unit in self.units(sample) {
            all += 1;
            ascii += usize::from((1..=0x7F).contains(&unit));
        }
        2 * ascii > all
    }

    /// The code units of a text; incomplete ones at its end are dropped.
    fn units(self, bytes: &[u8]) -> impl Iterator<Item = u32> {
        bytes.chunks_exact(self.width()).map(move |unit| {
            let join = |unit: u32, byte: &u8| unit << 8 | u32::from(*byte);
            if self.big_endian {
                unit.iter().fold(0, join)
            } else {
                unit.iter().rev().fold(0, join)
            }
        })
    }

    /// The number of bytes of one code unit.
    pub(crate) fn width(self) -> usize {
        match self.width {
            Width::One => 1,
            Width::Two => 2,
            Width::Four => 4,
        }
    }

    /// Decodes UTF-16 or UTF-32 and removes the byte order mark. Invalid code units are replaced
    /// with U+FFFD.
    pub(crate) fn decode(self, bytes: &[u8]) -> String {
        let units = self.units(bytes).skip(usize::from(self.marked));
        let replaced = |unit: u32| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
        match self.width {
            Width::One => String::from_utf8_lossy(bytes).into_owned(),
            Width::Two => char::decode_utf16(units.map(|unit| u16::try_from(unit).unwrap_or(0)))
                .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect(),
            Width::Four => units.map(replaced).collect(),
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.width, self.big_endian) {
            (Width::One, _) => "UTF-8",
            (Width::Two, false) => "UTF-16LE",
            (Width::Two, true) => "UTF-16BE",
            (Width::Four, false) => "UTF-32LE",
            (Width::Four, true) => "UTF-32BE",
        })
    }
}

/// Why a file is not read as its author meant, so that pages it closes may appear open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Garbled {
    /// It is in UTF-16 or UTF-32. It is decoded here, but not by Google's matcher or by most
    /// crawlers.
    Wide(Encoding),
    /// It contains this many NUL bytes, each of which ends the content of its line (F-06).
    Nul(usize),
    /// It is HTML or XML.
    Markup,
}

impl Garbled {
    /// Returns why a file is garbled, if it is.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let encoding = Encoding::of(bytes);
        if encoding.is_wide() { Some(Self::Wide(encoding)) } else { Self::not_wide(bytes) }
    }

    /// Same as [`of`](Garbled::of), for bytes that are not in a wide encoding.
    pub(crate) fn not_wide(bytes: &[u8]) -> Option<Self> {
        if is_markup(bytes) {
            return Some(Self::Markup);
        }
        let first = memchr(0, bytes)?;
        let rest = bytes.get(first..).unwrap_or_default();
        Some(Self::Nul(memchr_iter(0, rest).count()))
    }

    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wide(Encoding { width: Width::Four, .. }) => "utf-32",
            Self::Wide(_) => "utf-16",
            Self::Nul(_) => "nul",
            Self::Markup => "markup",
        }
    }
}

impl fmt::Display for Garbled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wide(encoding) => {
                let unmarked = if encoding.marked { "" } else { " without a byte order mark" };
                write!(
                    f,
                    "the file is in {encoding}{unmarked}; robots.txt must be UTF-8, and most \
                     crawlers cannot read this file"
                )
            }
            Self::Markup => f.write_str("the file is a web page or XML, not a robots.txt"),
            Self::Nul(1) => {
                f.write_str("the file contains a NUL byte; the rest of its line is not read")
            }
            Self::Nul(count) => {
                write!(
                    f,
                    "the file contains {count} NUL bytes; the rest of the line after each of them is not read"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "User-agent: *\r\nDisallow: /ä𝄞\n";

    /// A text in each of the four encodings.
    fn encoded(text: &str) -> [(Vec<u8>, &'static str); 4] {
        let (two, four) = (|| text.encode_utf16(), || text.chars().map(u32::from));
        [
            (two().flat_map(u16::to_le_bytes).collect(), "UTF-16LE"),
            (two().flat_map(u16::to_be_bytes).collect(), "UTF-16BE"),
            (four().flat_map(u32::to_le_bytes).collect(), "UTF-32LE"),
            (four().flat_map(u32::to_be_bytes).collect(), "UTF-32BE"),
        ]
    }

    #[test]
    fn all_encodings_are_detected_with_and_without_a_mark() {
        for (bytes, name) in encoded(TEXT) {
            let encoding = Encoding::of(&bytes);
            assert_eq!((encoding.to_string().as_str(), encoding.is_marked()), (name, false));
            assert_eq!(encoding.decode(&bytes), TEXT);
        }
        for (bytes, name) in encoded(&format!("\u{FEFF}{TEXT}")) {
            let encoding = Encoding::of(&bytes);
            assert_eq!((encoding.to_string().as_str(), encoding.is_marked()), (name, true));
            assert_eq!(encoding.decode(&bytes), TEXT);
            // Characters that are cut off are dropped or replaced.
            assert!(encoding.decode(&bytes[..bytes.len() - 3]).starts_with("User-agent: *\r\n"));
        }
    }

    #[test]
    fn bytes_with_a_few_nuls_are_not_decoded() {
        for bytes in [
            &b""[..],
            b"U",
            b"U\0",
            b"\0\0\0\0",
            b"U\0ser-agent: *\nDisallow: /\n",
            b"U\0s\0er-agent: *\nDisallow: /\n",
            b"User-agent: *\0\0\0\0",
            b"\0User-agent: *\n",
            b"U\0\0\0ser-agent: *\nDisallow: /\n",
        ] {
            assert!(!Encoding::of(bytes).is_wide(), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn comments_in_other_scripts_do_not_prevent_detection() {
        let text = "# Привет\nUser-agent: *\nDisallow: /частное/\nAllow: /a\n";
        assert_eq!(Encoding::of(&encoded(text)[0].0).to_string(), "UTF-16LE");
    }
}
