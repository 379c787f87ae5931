//! Numbers that look random and are the same in every run.

/// The `SplitMix64` generator.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.next() % end).unwrap_or_default()
    }

    /// Whether something happens that does so in `percent` of all cases.
    pub(super) fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the words.
    pub(super) fn pick<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words.get(self.below(words.len())).copied().unwrap_or_default()
    }
}
