//! Which of the bytes that rules look for a pattern contains.

/// A set of kinds of bytes; it saves most rules from reading most patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ByteSet(u8);

impl ByteSet {
    pub(crate) const STAR: Self = Self(1);
    pub(crate) const DOLLAR: Self = Self(1 << 1);
    pub(crate) const PERCENT: Self = Self(1 << 2);
    pub(crate) const DOT: Self = Self(1 << 3);
    pub(crate) const QUESTION: Self = Self(1 << 6);
    /// A space or a tab.
    pub(crate) const BLANK: Self = Self(1 << 4);
    /// Characters that URLs contain percent-encoded, including spaces and tabs (RFC 3986 §2).
    pub(crate) const ENCODED: Self = Self(1 << 5);
    /// A control character other than NUL and tab, or the first byte of an invisible character.
    pub(crate) const HIDDEN: Self = Self(1 << 7);

    /// The kinds of the bytes of a text.
    pub(crate) fn of(text: &[u8]) -> Self {
        Self(
            text.iter()
                .fold(0, |kinds, &byte| kinds | KINDS.get(usize::from(byte)).copied().unwrap_or(0)),
        )
    }

    /// Whether the two sets share a kind.
    pub(crate) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The kinds of each byte.
const KINDS: [u8; 256] = kinds();

const fn kinds() -> [u8; 256] {
    let mut kinds = [0; 256];
    let mut left: &mut [u8] = &mut kinds;
    let mut byte = 0_u8;
    while let Some((kind, rest)) = left.split_first_mut() {
        *kind = match byte {
            b'*' => ByteSet::STAR.0,
            b'$' => ByteSet::DOLLAR.0,
            b'%' => ByteSet::PERCENT.0,
            b'.' => ByteSet::DOT.0,
            b'?' => ByteSet::QUESTION.0,
            b' ' | b'\t' => ByteSet::BLANK.0 | ByteSet::ENCODED.0,
            b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => ByteSet::ENCODED.0,
            0x01..=0x1F | 0x7F | 0xC2 | 0xE2 | 0xEF => ByteSet::HIDDEN.0,
            _ => 0,
        };
        byte = byte.wrapping_add(1);
        left = rest;
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_has_its_kinds() {
        let all = [
            (ByteSet::STAR, "*"),
            (ByteSet::DOLLAR, "$"),
            (ByteSet::PERCENT, "%"),
            (ByteSet::DOT, "."),
            (ByteSet::QUESTION, "?"),
            (ByteSet::BLANK, " \t"),
            (ByteSet::ENCODED, " \t\"<>\\^`{|}"),
        ];
        for byte in [0x01, 0x0B, 0x1F, 0x7F, 0xC2, 0xE2, 0xEF] {
            assert!(ByteSet::of(&[byte]).intersects(ByteSet::HIDDEN), "{byte}");
        }
        assert!(!ByteSet::of(b"\0\t a\x80\xC3").intersects(ByteSet::HIDDEN));
        for (kind, bytes) in all {
            for byte in 0..=u8::MAX {
                let contains = ByteSet::of(&[b'/', byte, b'a']).intersects(kind);
                assert_eq!(contains, bytes.as_bytes().contains(&byte), "{byte} {bytes}");
            }
        }
    }
}
