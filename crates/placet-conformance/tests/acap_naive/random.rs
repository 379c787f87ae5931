//! Chance that can be repeated.

/// A sequence of numbers that depends on its seed alone (`SplitMix64`).
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Self(seed);
        // Neighbouring seeds part ways.
        random.0 = random.next() ^ seed.rotate_left(32);
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        let span = u64::try_from(high - low + 1).unwrap_or(1);
        low + usize::try_from(self.next() % span).unwrap_or_default()
    }

    /// A number from 1 to `high`, or, so many times in a thousand, from 0.
    pub(crate) fn up_to(&mut self, high: usize, in_a_thousand: usize) -> usize {
        let low = usize::from(!self.chance(in_a_thousand));
        self.between(low, high)
    }

    /// One, or, so many times in a thousand, up to `high`.
    pub(crate) fn mostly_one(&mut self, high: usize, in_a_thousand: usize) -> usize {
        if self.chance(in_a_thousand) { self.between(1, high) } else { 1 }
    }

    /// Whether it happens, that many times in a thousand.
    pub(crate) fn chance(&mut self, in_a_thousand: usize) -> bool {
        self.between(0, 999) < in_a_thousand
    }

    /// One of the items, which must be some.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        let at = self.between(0, items.len() - 1);
        items.get(at).unwrap_or_else(|| unreachable!("{at} is inside"))
    }
}
