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
    const WIDTHS: [usize; 3] = [4, 2, 1];

    /// The key with these bytes.
    pub(super) fn new(bytes: &[u8]) -> Self {
        let width = u8::try_from(bytes.len()).unwrap_or_default();
        let bytes = bytes.iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte));
        Self { width, bytes }
    }

    /// All keys of the greatest width that fits into a part of a pattern.
    fn of_part(part: &[u8]) -> impl Iterator<Item = Self> {
        let width = Self::WIDTHS.into_iter().find(|&width| width <= part.len());
        part.windows(width.unwrap_or(1)).map(Self::new)
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
        for key in patterns.flat_map(keys) {
            if let Some(count) = counts.get_mut(key.hash(10)) {
                *count += 1;
            }
        }
        Self(counts)
    }

    /// The rarest key of a pattern among its widest keys.
    pub(super) fn rarest(&self, pattern: Pattern<'_>) -> Key {
        keys(pattern)
            .min_by_key(|key| {
                let count = self.0.get(key.hash(10)).copied().unwrap_or_default();
                (4 - key.width, count)
            })
            .unwrap_or_default()
    }
}

/// All keys of a pattern. Parts that have another form in the query have no key.
fn keys(pattern: Pattern<'_>) -> impl Iterator<Item = Key> {
    let star = |&byte: &u8| byte == b'*';
    let in_query = pattern.in_query().unwrap_or(pattern.body());
    pattern
        .body()
        .split(star)
        .zip(in_query.split(star))
        .filter(|(part, form)| part == form && !part.is_empty())
        .flat_map(|(part, _)| Key::of_part(part))
}
