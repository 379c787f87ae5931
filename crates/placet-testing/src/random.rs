//! Reproducible random numbers.

/// A sequence of numbers that depends on its seed alone (`SplitMix64`).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed. Sequences of neighbouring seeds are unrelated.
    pub fn new(seed: u64) -> Self {
        let mut random = Self::at(seed);
        // Decorrelates neighbouring seeds.
        random.0 = random.next() ^ seed.rotate_left(32);
        random
    }

    /// The sequence that begins with a state.
    pub const fn at(state: u64) -> Self {
        Self(state)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        let span = u64::try_from(high - low + 1).unwrap_or(1);
        low + usize::try_from(self.next() % span).unwrap_or_default()
    }

    /// A number below `end`, which must be more than 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.between(0, end - 1)
    }

    /// A number from 1 to `high`, or, this many times in a thousand, from 0.
    pub fn up_to(&mut self, high: usize, in_a_thousand: usize) -> usize {
        let low = usize::from(!self.chance(in_a_thousand));
        self.between(low, high)
    }

    /// One, or, this many times in a thousand, up to `high`.
    pub fn mostly_one(&mut self, high: usize, in_a_thousand: usize) -> usize {
        if self.chance(in_a_thousand) { self.between(1, high) } else { 1 }
    }

    /// True this many times in a thousand.
    pub fn chance(&mut self, in_a_thousand: usize) -> bool {
        self.between(0, 999) < in_a_thousand
    }

    /// True once in this many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the items, which must not be empty.
    pub fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }

    /// This many random pieces, concatenated.
    pub fn text(&mut self, pieces: &[&str], count: usize) -> String {
        (0..count).map(|_| self.pick(pieces)).collect()
    }
}
