//! Which bytes a text contains: a fast test that excludes most patterns.

use super::Pattern;

/// The bytes that a text contains. Those outside ASCII may be taken for others.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ByteSet([u64; 2]);

impl ByteSet {
    /// The bytes of a path.
    pub(crate) fn of(path: &[u8]) -> Self {
        let mut set = Self::default();
        for byte in path {
            set.add(*byte);
        }
        set
    }

    /// Bytes that every path contains which a pattern matches: all but wildcards and bytes that have
    /// another form after the `?` of a URL.
    pub(crate) fn of_pattern(pattern: Pattern<'_>) -> Self {
        let mut set = Self::default();
        if pattern.in_query().is_none() {
            for byte in pattern.body().iter().filter(|byte| **byte != b'*') {
                set.add(*byte);
            }
        }
        set
    }

    #[inline]
    fn add(&mut self, byte: u8) {
        let [low, high] = &mut self.0;
        *(if byte & 0x40 == 0 { low } else { high }) |= 1 << (byte & 0x3F);
    }

    #[inline]
    pub(crate) fn has(self, byte: u8) -> bool {
        let [low, high] = self.0;
        (if byte & 0x40 == 0 { low } else { high }) >> (byte & 0x3F) & 1 == 1
    }

    /// Whether it contains all bytes of another set.
    #[inline]
    pub(crate) fn covers(self, other: Self) -> bool {
        let ([low, high], [other_low, other_high]) = (self.0, other.0);
        (other_low & !low) | (other_high & !high) == 0
    }
}
