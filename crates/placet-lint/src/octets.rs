//! Which octets a pattern holds that rules look for.

/// A set of kinds of octets, so that most rules need not read most patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Octets(u8);

impl Octets {
    pub(crate) const STAR: Self = Self(1);
    pub(crate) const DOLLAR: Self = Self(1 << 1);
    pub(crate) const PERCENT: Self = Self(1 << 2);
    pub(crate) const DOT: Self = Self(1 << 3);
    pub(crate) const QUESTION: Self = Self(1 << 6);
    /// A space or a tab.
    pub(crate) const BLANK: Self = Self(1 << 4);
    /// What stands percent-encoded in URLs, blanks included (RFC 3986 §2).
    pub(crate) const ENCODED: Self = Self(1 << 5);
    /// A control character other than NUL and tab, or the first octet of an invisible character.
    pub(crate) const HIDDEN: Self = Self(1 << 7);

    /// Those that a text holds.
    pub(crate) fn of(text: &[u8]) -> Self {
        Self(
            text.iter().fold(0, |kinds, &octet| {
                kinds | KINDS.get(usize::from(octet)).copied().unwrap_or(0)
            }),
        )
    }

    /// Whether the two sets share a kind.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The kinds of each octet.
const KINDS: [u8; 256] = kinds();

const fn kinds() -> [u8; 256] {
    let mut kinds = [0; 256];
    let mut left: &mut [u8] = &mut kinds;
    let mut octet = 0_u8;
    while let Some((kind, rest)) = left.split_first_mut() {
        *kind = match octet {
            b'*' => Octets::STAR.0,
            b'$' => Octets::DOLLAR.0,
            b'%' => Octets::PERCENT.0,
            b'.' => Octets::DOT.0,
            b'?' => Octets::QUESTION.0,
            b' ' | b'\t' => Octets::BLANK.0 | Octets::ENCODED.0,
            b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => Octets::ENCODED.0,
            0x01..=0x1F | 0x7F | 0xC2 | 0xE2 | 0xEF => Octets::HIDDEN.0,
            _ => 0,
        };
        octet = octet.wrapping_add(1);
        left = rest;
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart() {
        let all = [
            (Octets::STAR, "*"),
            (Octets::DOLLAR, "$"),
            (Octets::PERCENT, "%"),
            (Octets::DOT, "."),
            (Octets::QUESTION, "?"),
            (Octets::BLANK, " \t"),
            (Octets::ENCODED, " \t\"<>\\^`{|}"),
        ];
        for octet in [0x01, 0x0B, 0x1F, 0x7F, 0xC2, 0xE2, 0xEF] {
            assert!(Octets::of(&[octet]).meets(Octets::HIDDEN), "{octet}");
        }
        assert!(!Octets::of(b"\0\t a\x80\xC3").meets(Octets::HIDDEN));
        for (kind, octets) in all {
            for octet in 0..=u8::MAX {
                let holds = Octets::of(&[b'/', octet, b'a']).meets(kind);
                assert_eq!(holds, octets.as_bytes().contains(&octet), "{octet} {octets}");
            }
        }
    }
}
