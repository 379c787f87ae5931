//! The bytes being parsed, and their positions in the input.

/// A part of the page from which tokens are read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window<'w> {
    /// The bytes.
    pub(super) data: &'w [u8],
    /// The position of the first byte in the input.
    pub(super) base: usize,
    /// The position in the input of each byte and of the end, if the page was decoded first.
    pub(super) map: Option<&'w [u32]>,
    /// Whether it is the last part.
    pub(super) last: bool,
}

impl Window<'_> {
    /// The position in the input of the byte at `at`.
    #[inline]
    pub(super) fn position(&self, at: usize) -> usize {
        match self.map {
            None => self.base + at,
            Some(map) => map.get(at).or(map.last()).map_or(self.base, |&it| it as usize),
        }
    }

    /// The byte at `at`.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<u8> {
        self.data.get(at).copied()
    }

    /// The bytes from `at` to the end.
    #[inline]
    pub(super) fn from(&self, at: usize) -> &[u8] {
        self.data.get(at..).unwrap_or_default()
    }

    /// The bytes from `start` to `end`.
    #[inline]
    pub(super) fn slice(&self, start: usize, end: usize) -> &[u8] {
        self.data.get(start..end).unwrap_or_default()
    }
}

/// Whether the byte is white space in HTML (tab, LF, FF, CR, space).
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}
