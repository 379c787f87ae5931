//! Which octets stand for which characters.

/// How the octets of a file stand for characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "what is not UTF-16 is read octet by octet")]
pub enum Charset {
    /// As the engine reads them: ASCII counts, other octets stand for themselves (F-06).
    Octets,
    /// UTF-16, by its byte order mark.
    Utf16(ByteOrder),
}

/// Which octet of two comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "there is no third order")]
pub enum ByteOrder {
    /// The greater.
    Big,
    /// The lesser.
    Little,
}

impl Charset {
    /// The character set by its byte order mark. What a response field says is not asked: files
    /// are said to be in what the server's default is, and RFC 9309 §2.2 wants UTF-8.
    pub fn of_octets(octets: &[u8]) -> Self {
        match octets {
            // The mark of UTF-32 begins like that of UTF-16; no site has been seen to serve it.
            [0xFF, 0xFE, 0, 0, ..] => Self::Octets,
            [0xFF, 0xFE, ..] => Self::Utf16(ByteOrder::Little),
            [0xFE, 0xFF, ..] => Self::Utf16(ByteOrder::Big),
            _ => Self::Octets,
        }
    }
}

/// The text of UTF-16 octets, without the mark; what cannot be decoded is replaced. Where the
/// octets are `cut`, the last line is left out unless its end is there.
pub(crate) fn from_utf16(octets: &[u8], order: ByteOrder, cut: bool) -> String {
    let unit = |pair: &[u8; 2]| match order {
        ByteOrder::Big => u16::from_be_bytes(*pair),
        ByteOrder::Little => u16::from_le_bytes(*pair),
    };
    let (pairs, _) = octets.as_chunks::<2>();
    let units = pairs.iter().skip(1).map(unit);
    let mut text: String = char::decode_utf16(units)
        .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    if cut {
        let whole = text.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        text.truncate(whole);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_are_read() {
        let text = "User-agent: *\nDisallow: /ä𝄞\n";
        let little: Vec<u8> =
            std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = little.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
        for (octets, order) in [(&little, ByteOrder::Little), (&big, ByteOrder::Big)] {
            assert_eq!(Charset::of_octets(octets), Charset::Utf16(order));
            assert_eq!(from_utf16(octets, order, false), text);
        }
        let cut = &little[..little.len() - 3];
        assert_eq!(from_utf16(cut, ByteOrder::Little, true), "User-agent: *\n");
        assert_eq!(from_utf16(&[0xFF, 0xFE, 0], ByteOrder::Little, true), "");
    }
}
