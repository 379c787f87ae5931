//! The bytes that are at hand, and where they stand in the input.

/// A stretch of the page, as tokens are read from it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window<'w> {
    /// The bytes.
    pub(super) data: &'w [u8],
    /// Where the first of them stands in the input.
    pub(super) base: usize,
    /// Where each of them, and what follows the last, stands in the input, if the page was decoded
    /// before.
    pub(super) map: Option<&'w [u32]>,
    /// Whether nothing follows.
    pub(super) last: bool,
}

impl Window<'_> {
    /// Where in the input the byte at `at` stands.
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

    /// The bytes from `at` on.
    #[inline]
    pub(super) fn from(&self, at: usize) -> &[u8] {
        self.data.get(at..).unwrap_or_default()
    }

    /// The bytes from `start` up to `end`.
    #[inline]
    pub(super) fn slice(&self, start: usize, end: usize) -> &[u8] {
        self.data.get(start..end).unwrap_or_default()
    }
}

/// HTML's white space (tab, LF, FF, CR, space).
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}
