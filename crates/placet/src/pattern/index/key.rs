//! Short byte sequences that every match of a pattern contains.

use crate::pattern::Pattern;

/// One, two or four adjacent bytes that every path matched by a pattern contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Key {
    /// The number of bytes; 0 for no key.
    pub(super) width: u8,
    bytes: u32,
}

impl Key {
    /// The key with these bytes; none if they are not one, two or four.
    #[inline]
    pub(super) fn new(bytes: &[u8]) -> Self {
        let (width, bytes) = match *bytes {
            [a, b, c, d] => (4, [a, b, c, d]),
            [a, b] => (2, [a, b, 0, 0]),
            [a] => (1, [a, 0, 0, 0]),
            _ => (0, [0; 4]),
        };
        Self { width, bytes: u32::from_le_bytes(bytes) }
    }

    /// Calls `visit` with all keys of the greatest width that fits into a part of a pattern.
    #[inline]
    fn of_part(part: &[u8], visit: impl FnMut(Self)) {
        match part.len() {
            0 => {}
            1 => part.windows(1).map(Self::new).for_each(visit),
            2 | 3 => part.windows(2).map(Self::new).for_each(visit),
            _ => part.windows(4).map(Self::new).for_each(visit),
        }
    }

    /// A hash of `bits` bits, from 1 to 32.
    pub(super) fn hash(self, bits: u32) -> usize {
        (self.bytes.wrapping_mul(0x9E37_79B1) >> (32 - bits)) as usize
    }
}

/// A Bloom filter of keys: it rejects most windows of a path.
#[derive(Debug, Clone, Default)]
pub(super) struct Filter {
    words: Box<[u64]>,
    /// The number of bits, as a power of two.
    bits: u32,
}

impl Filter {
    /// Creates a filter for this many patterns, with 32 bits each, but small enough to stay in
    /// cache.
    pub(super) fn new(patterns: usize) -> Self {
        let words = (patterns / 2).next_power_of_two().clamp(16, 4_096);
        Self { words: vec![0; words].into(), bits: words.ilog2() + 6 }
    }

    /// Adds a key.
    pub(super) fn add(&mut self, key: Key) {
        let hash = key.hash(self.bits);
        if let Some(word) = self.words.get_mut(hash / 64) {
            *word |= 1 << (hash % 64);
        }
    }

    /// The index of the first window of a path that may be a key of this width.
    ///
    /// Not inlined, so that it has all registers to itself: most of a search is spent here.
    #[inline(never)]
    pub(super) fn first<const WIDTH: usize>(&self, path: &[u8]) -> Option<usize> {
        let mut windows = path.windows(WIDTH).map_while(<[u8]>::first_chunk::<WIDTH>);
        windows.position(|bytes| {
            let hash = Key::new(bytes).hash(self.bits);
            self.words.get(hash / 64).is_some_and(|word| word >> (hash % 64) & 1 == 1)
        })
    }
}

/// Approximate counts of keys. Keys that share a counter look more common than they are.
pub(super) struct Rarity([u32; 1024]);

impl Rarity {
    /// Counts the keys of these patterns.
    pub(super) fn of<'p>(patterns: impl Iterator<Item = Pattern<'p>>) -> Self {
        let mut counts = [0; 1024];
        let count = |key: Key| {
            if let Some(count) = counts.get_mut(key.hash(10)) {
                *count += 1;
            }
        };
        keys(patterns, count);
        Self(counts)
    }

    /// The rarest key of a pattern among its widest keys.
    pub(super) fn rarest(&self, pattern: Pattern<'_>) -> Key {
        let mut rarest = (u8::MAX, u32::MAX, Key::default());
        keys(std::iter::once(pattern), |key| {
            let count = self.0.get(key.hash(10)).copied().unwrap_or_default();
            if (4 - key.width, count) < (rarest.0, rarest.1) {
                rarest = (4 - key.width, count, key);
            }
        });
        rarest.2
    }
}

/// Calls `visit` with all keys of patterns. Parts that have another form in the query have no key.
fn keys<'p>(patterns: impl Iterator<Item = Pattern<'p>>, mut visit: impl FnMut(Key)) {
    let star = |&byte: &u8| byte == b'*';
    for pattern in patterns {
        let mut in_query = pattern.in_query().map(|form| form.split(star));
        for part in pattern.body().split(star) {
            if in_query.as_mut().is_none_or(|forms| forms.next() == Some(part)) {
                Key::of_part(part, &mut visit);
            }
        }
    }
}
