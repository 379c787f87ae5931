//! Short runs of bytes that patterns cannot match without.

use crate::pattern::Pattern;

/// One, two or four bytes that stand together in every path a pattern matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Key {
    /// How many bytes; 0 for no key.
    pub(super) width: u8,
    bytes: u32,
}

impl Key {
    const WIDTHS: [usize; 3] = [4, 2, 1];

    /// The key of these bytes.
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

    /// A number of so many bits, from 1 to 32, that is seldom the same for two keys.
    pub(super) fn hash(self, bits: u32) -> usize {
        (self.bytes.wrapping_mul(0x9E37_79B1) >> (32 - bits)) as usize
    }
}

/// Which hashes keys have, one bit each: most windows of a path are none of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Filter {
    words: Box<[u64]>,
    /// How many bits there are, as a power of two.
    bits: u32,
}

impl Filter {
    /// A filter for so many patterns: 32 bits each, and small enough to stay near the processor.
    pub(super) fn new(patterns: usize) -> Self {
        let words = (patterns / 2).next_power_of_two().clamp(16, 4_096);
        Self { words: vec![0; words].into(), bits: words.ilog2() + 6 }
    }

    /// Notes a key.
    pub(super) fn add(&mut self, key: Key) {
        let hash = key.hash(self.bits);
        if let Some(word) = self.words.get_mut(hash / 64) {
            *word |= 1 << (hash % 64);
        }
    }

    /// Where the first key of a width stands in a path that may have been noted.
    ///
    /// It is not inlined, so that it has all registers: most of a search goes on here.
    #[inline(never)]
    pub(super) fn first<const WIDTH: usize>(&self, path: &[u8]) -> Option<usize> {
        let mut windows = path.windows(WIDTH).map_while(<[u8]>::first_chunk::<WIDTH>);
        windows.position(|bytes| {
            let hash = Key::new(bytes).hash(self.bits);
            self.words.get(hash / 64).is_some_and(|word| word >> (hash % 64) & 1 == 1)
        })
    }
}

/// How often keys occur, near enough: keys that share a counter look more common than they are.
pub(super) struct Rarity([u32; 1024]);

impl Rarity {
    /// How often the keys of these patterns occur in them.
    pub(super) fn of<'p>(patterns: impl Iterator<Item = Pattern<'p>>) -> Self {
        let mut counts = [0; 1024];
        for key in patterns.flat_map(keys) {
            if let Some(count) = counts.get_mut(key.hash(10)) {
                *count += 1;
            }
        }
        Self(counts)
    }

    /// The rarest key of a pattern, the widest first.
    pub(super) fn rarest(&self, pattern: Pattern<'_>) -> Key {
        keys(pattern)
            .min_by_key(|key| {
                let count = self.0.get(key.hash(10)).copied().unwrap_or_default();
                (4 - key.width, count)
            })
            .unwrap_or_default()
    }
}

/// All keys of a pattern. Parts that have another form in the query have none.
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
