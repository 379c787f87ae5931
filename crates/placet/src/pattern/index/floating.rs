//! Patterns with a wildcard before their end.

use smallvec::SmallVec;

use crate::law::rfc9309::Rank;
use crate::limits::{FLOATING_UNFILED, KEYS_FOLLOWED};
use crate::pattern::Pattern;
use crate::target::Target;

/// Floating patterns, each filed under a [`Key`] that it cannot match without.
#[derive(Debug, Clone, Default)]
pub(super) struct Floating {
    octets: Box<[u8]>,
    /// Those of one key stand together, the highest rank first.
    patterns: Box<[Filed]>,
    /// Where those of a key stand: an open-addressed table of a power of two slots.
    slots: Box<[Slot]>,
    /// Which hashes keys have, one bit each: most windows of a path are none of them.
    filter: Box<[u64]>,
    /// The widths of the keys there are.
    widths: SmallVec<[u8; 3]>,
    /// How many of the first patterns have no key, and are always tried.
    unfiled: usize,
    /// The highest rank of all.
    highest: Rank,
}

#[derive(Debug, Clone, Copy)]
struct Filed {
    start: u32,
    len: u32,
    /// The length of the form for queries, which follows; 0 where there is none.
    in_query: u32,
    anchored: bool,
    rank: Rank,
    /// The place of its pattern among all patterns.
    place: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: Key,
    start: u32,
    end: u32,
}

/// One, two or four octets that stand together in every path a pattern matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Key {
    /// How many octets; 0 for no key.
    width: u8,
    octets: u32,
}

impl Key {
    const WIDTHS: [u8; 3] = [4, 2, 1];

    /// The last `width` of the octets that were shifted into `window`.
    fn of_window(window: u32, width: u8) -> Self {
        let unused = 32 - u32::from(width) * 8;
        Self { width, octets: window << unused >> unused }
    }

    /// All keys of the greatest width that fits into a part of a pattern.
    fn of_part(part: &[u8]) -> impl Iterator<Item = Self> {
        let width = Self::WIDTHS.into_iter().find(|&width| usize::from(width) <= part.len());
        part.windows(usize::from(width.unwrap_or(1))).map(move |octets| {
            let window = octets.iter().fold(0, |window, &octet| window << 8 | u32::from(octet));
            Self::of_window(window, width.unwrap_or(1))
        })
    }

    fn hash(self) -> usize {
        let mixed = (self.octets ^ u32::from(self.width) << 29).wrapping_mul(0x9E37_79B1);
        (mixed >> 15 ^ mixed) as usize
    }

    /// Its bit in a filter of a power of two words: which word, and which of its bits.
    fn bit(self, words: usize) -> (usize, u64) {
        let hash = self.hash();
        ((hash / 64) & words.wrapping_sub(1), 1 << (hash % 64))
    }
}

/// How many words of 64 bits the filter for so many patterns has: 32 bits each, and small enough to
/// stay near the processor.
fn filter_words(patterns: usize) -> usize {
    (patterns / 2).next_power_of_two().clamp(16, 4_096)
}

/// How often keys occur, near enough: keys that share a counter look more common than they are.
struct Rarity([u32; 1024]);

impl Rarity {
    fn of(patterns: &[Floater<'_>]) -> Self {
        let mut counts = [0; 1024];
        for key in patterns.iter().flat_map(|it| keys(it.pattern)) {
            if let Some(count) = counts.get_mut(key.hash() % 1024) {
                *count += 1;
            }
        }
        Self(counts)
    }

    /// The rarest key of a pattern, the widest first.
    fn rarest(&self, pattern: Pattern<'_>) -> Key {
        keys(pattern)
            .min_by_key(|key| {
                let count = self.0.get(key.hash() % 1024).copied().unwrap_or_default();
                (4 - key.width, count)
            })
            .unwrap_or_default()
    }
}

/// All keys of a pattern. Parts that have another form in the query have none.
fn keys(pattern: Pattern<'_>) -> impl Iterator<Item = Key> {
    let star = |&octet: &u8| octet == b'*';
    let in_query = pattern.in_query().unwrap_or(pattern.body());
    pattern
        .body()
        .split(star)
        .zip(in_query.split(star))
        .filter(|(part, form)| part == form && !part.is_empty())
        .flat_map(|(part, _)| Key::of_part(part))
}

/// A floating pattern on its way into the index.
#[derive(Debug, Clone, Copy)]
pub(super) struct Floater<'p> {
    pub(super) pattern: Pattern<'p>,
    pub(super) rank: Rank,
    /// Its place among all patterns.
    pub(super) place: u32,
}

impl Floating {
    pub(super) fn new(patterns: &[Floater<'_>]) -> Self {
        if patterns.is_empty() {
            return Self::default();
        }
        let mut keyed: Vec<(Key, Floater<'_>)> = if patterns.len() <= FLOATING_UNFILED {
            patterns.iter().map(|it| (Key::default(), *it)).collect()
        } else {
            let rarity = Rarity::of(patterns);
            patterns.iter().map(|it| (rarity.rarest(it.pattern), *it)).collect()
        };
        keyed.sort_by(|(key, one), (other_key, other)| {
            (key, other.rank).cmp(&(other_key, one.rank))
        });

        let unfiled = keyed.partition_point(|(key, _)| key.width == 0);
        let slots = match keyed.len() - unfiled {
            0 => 0,
            filed => (4 * filed).next_power_of_two(),
        };
        let mut floating = Self {
            unfiled,
            highest: patterns.iter().map(|it| it.rank).max().unwrap_or_default(),
            slots: vec![Slot::default(); slots].into(),
            filter: vec![0; if slots > 0 { filter_words(keyed.len()) } else { 0 }].into(),
            ..Self::default()
        };
        let mut octets = Vec::new();
        let mut filed = Vec::with_capacity(keyed.len());
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            let start = narrow(filed.len());
            for (_, Floater { pattern, rank, place }) in same {
                let in_query = pattern.in_query().unwrap_or_default();
                filed.push(Filed {
                    start: narrow(octets.len()),
                    len: narrow(pattern.body().len()),
                    in_query: narrow(in_query.len()),
                    anchored: pattern.is_anchored(),
                    rank: *rank,
                    place: *place,
                });
                octets.extend_from_slice(pattern.body());
                octets.extend_from_slice(in_query);
            }
            if let Some(&(key, _)) = same.first().filter(|(key, _)| key.width > 0) {
                floating.file(Slot { key, start, end: narrow(filed.len()) });
            }
        }
        floating.octets = octets.into();
        floating.patterns = filed.into();
        floating
    }

    fn file(&mut self, slot: Slot) {
        if !self.widths.contains(&slot.key.width) {
            self.widths.push(slot.key.width);
        }
        let (word, bit) = slot.key.bit(self.filter.len());
        if let Some(word) = self.filter.get_mut(word) {
            *word |= bit;
        }
        let mask = self.slots.len() - 1;
        let free = (0..=mask)
            .map(|probe| (slot.key.hash() + probe) & mask)
            .find(|&at| self.slots.get(at).is_some_and(|slot| slot.key.width == 0));
        if let Some(free) = free.and_then(|at| self.slots.get_mut(at)) {
            *free = slot;
        }
    }

    /// Where the patterns of a key stand.
    fn find(&self, key: Key) -> Option<Slot> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = key.hash();
        loop {
            let slot = self.slots.get(at & mask)?;
            if slot.key == key {
                return Some(*slot);
            }
            if slot.key.width == 0 {
                return None;
            }
            at += 1;
        }
    }

    /// The highest rank among the patterns that match, where that is above `highest`.
    pub(super) fn higher(&self, highest: Rank, target: &Target<'_>, steps: &mut u64) -> Rank {
        if highest >= self.highest {
            return highest;
        }
        let mut highest = highest;
        self.candidates(target, steps, &mut |from, to, steps| {
            highest = self.try_all(from, to, highest, target, steps);
        });
        highest
    }

    /// Tells the places of all patterns that match.
    pub(super) fn each(&self, target: &Target<'_>, tell: &mut dyn FnMut(u32)) {
        self.candidates(target, &mut 0, &mut |from, to, steps| {
            for filed in self.patterns.get(from..to).unwrap_or_default() {
                if self.pattern(*filed).matches_counting(target, steps) {
                    tell(filed.place);
                }
            }
        });
    }

    /// Tells which runs of patterns may match: those without a key, then those whose key the path
    /// holds; no pattern twice.
    fn candidates(
        &self,
        target: &Target<'_>,
        steps: &mut u64,
        tell: &mut dyn FnMut(usize, usize, &mut u64),
    ) {
        if self.unfiled > 0 {
            tell(0, self.unfiled, steps);
        }
        let mut followed: SmallVec<[u32; KEYS_FOLLOWED]> = SmallVec::new();
        for &width in &self.widths {
            let mut window = 0;
            *steps += target.octets().len() as u64;
            for (at, &octet) in (1_usize..).zip(target.octets()) {
                window = window << 8 | u32::from(octet);
                let key = Key::of_window(window, width);
                let (word, bit) = key.bit(self.filter.len());
                if self.filter.get(word).is_none_or(|word| word & bit == 0)
                    || at < usize::from(width)
                {
                    continue;
                }
                let Some(slot) = self.find(key) else { continue };
                *steps += followed.len() as u64;
                if followed.contains(&slot.start) {
                    continue;
                }
                if followed.len() == KEYS_FOLLOWED {
                    return self.remaining(&mut followed, steps, tell);
                }
                followed.push(slot.start);
                tell(slot.start as usize, slot.end as usize, steps);
            }
        }
    }

    /// Tells all runs of patterns that have not been told.
    #[cold]
    fn remaining(
        &self,
        followed: &mut [u32],
        steps: &mut u64,
        tell: &mut dyn FnMut(usize, usize, &mut u64),
    ) {
        followed.sort_unstable();
        let mut runs: Vec<&Slot> = self.slots.iter().filter(|slot| slot.key.width > 0).collect();
        runs.retain(|slot| followed.binary_search(&slot.start).is_err());
        runs.sort_unstable_by_key(|slot| slot.start);
        for slot in runs {
            tell(slot.start as usize, slot.end as usize, steps);
        }
    }

    /// Tries the patterns from `start` up to `end` that rank above `highest`.
    fn try_all(
        &self,
        start: usize,
        end: usize,
        highest: Rank,
        target: &Target<'_>,
        steps: &mut u64,
    ) -> Rank {
        let filed = self.patterns.get(start..end).unwrap_or_default();
        filed.iter().fold(highest, |highest, filed| {
            *steps += 1;
            let higher = filed.rank > highest;
            if higher && self.pattern(*filed).matches_counting(target, steps) {
                filed.rank
            } else {
                highest
            }
        })
    }

    fn pattern(&self, filed: Filed) -> Pattern<'_> {
        let start = filed.start as usize;
        let form = start + filed.len as usize;
        let end = form + filed.in_query as usize;
        let body = self.octets.get(start..form).unwrap_or_default();
        let in_query = self.octets.get(form..end).filter(|form| !form.is_empty());
        Pattern::from_body(body, in_query, filed.anchored)
    }
}

/// Offsets into the octets of patterns, which are bounded by the ceiling on a file.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
