//! An index of patterns by bytes that every match contains.

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::entry::{Entry, narrow};
use super::key::{Filter, Key, Rarity};
use crate::pattern::{ByteSet, Target};
use crate::text::limits::{KEYS_PER_PATH, WILDCARDS_UNINDEXED};
use crate::vocabulary::Rank;

/// How many patterns without a key are tried at once: that is not dearer than finding out which bytes
/// the path contains, which excludes most patterns that do not match.
const FEW: usize = 1;

/// How many slots of the table are searched for a key. Three of four are free, so that keys need a few,
/// unless somebody chose them for their hashes.
const PROBES: usize = 32;

/// Patterns that are each indexed by a [`Key`] that every match contains.
#[derive(Debug, Clone, Default)]
pub(super) struct Floating {
    /// Sorted by key, and for one key by descending rank, each with bytes that every match contains.
    patterns: Box<[(Entry, ByteSet)]>,
    /// Where the patterns of a key are: a hash table with open addressing and a power of two slots.
    slots: Box<[Slot]>,
    /// The keys in the table.
    filter: Filter,
    /// The widths of the keys in the table.
    widths: SmallVec<[u8; 3]>,
    /// How many patterns have no key. They come first, and are always tried.
    keyless: usize,
    /// The highest rank of all patterns.
    highest: Rank,
}

/// The range of entries with one key.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: Key,
    start: u32,
    end: u32,
}

impl Floating {
    /// Arranges patterns of an index with this text.
    pub(super) fn new(text: &[u8], patterns: &[Entry]) -> Self {
        if patterns.is_empty() {
            return Self::default();
        }
        let rarity = (patterns.len() > WILDCARDS_UNINDEXED)
            .then(|| Rarity::of(patterns.iter().map(|it| it.pattern(text))));
        let key = |it: &Entry| {
            rarity.as_ref().map_or(Key::default(), |rarity| rarity.rarest(it.pattern(text)))
        };
        let mut keyed: Vec<(Key, Reverse<Rank>, u32)> =
            (0..).zip(patterns).map(|(at, it)| (key(it), Reverse(it.rank), at)).collect();
        keyed.sort_unstable();

        let keyless = keyed.partition_point(|(key, ..)| key.width == 0);
        let slots = match keyed.len() - keyless {
            0 => 0,
            keyed => (4 * keyed).next_power_of_two(),
        };
        let mut floating = Self {
            keyless,
            highest: patterns.iter().map(|it| it.rank).max().unwrap_or_default(),
            slots: vec![Slot::default(); slots].into(),
            filter: if slots > 0 { Filter::new(keyed.len()) } else { Filter::default() },
            ..Self::default()
        };
        let mut start = 0;
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            let end = start + narrow(same.len());
            if let Some(&(key, ..)) = same.first().filter(|(key, ..)| key.width > 0)
                && !floating.insert(Slot { key, start, end })
            {
                // Without a table, every pattern is tried.
                floating.keyless = keyed.len();
                floating.widths.clear();
                floating.slots = Box::default();
                break;
            }
            start = end;
        }
        let entries = keyed.iter().filter_map(|&(.., at)| patterns.get(at as usize)).copied();
        let with_bytes = |it: Entry| (it, ByteSet::of_pattern(it.pattern(text)));
        floating.patterns = entries.map(with_bytes).collect();
        floating
    }

    /// Adds a key to the table. Returns false if there is no room near its place.
    fn insert(&mut self, slot: Slot) -> bool {
        if !self.widths.contains(&slot.key.width) {
            self.widths.push(slot.key.width);
        }
        self.filter.add(slot.key);
        let mask = self.slots.len() - 1;
        let hash = slot.key.hash(self.slots.len().ilog2());
        let free = (0..PROBES)
            .map(|probe| (hash + probe) & mask)
            .find(|&at| self.slots.get(at).is_some_and(|slot| slot.key.width == 0));
        let free = free.and_then(|at| self.slots.get_mut(at));
        free.map(|free| *free = slot).is_some()
    }

    /// The slot of a key.
    fn find(&self, key: Key) -> Option<Slot> {
        let mask = self.slots.len().wrapping_sub(1);
        let hash = key.hash(self.slots.len().checked_ilog2()?);
        for at in hash..hash + PROBES {
            let slot = self.slots.get(at & mask)?;
            if slot.key == key {
                return Some(*slot);
            }
            if slot.key.width == 0 {
                break;
            }
        }
        None
    }

    /// The highest rank among the patterns that match, or `highest` if that is higher.
    pub(super) fn higher(
        &self,
        highest: Rank,
        text: &[u8],
        target: &Target<'_>,
        steps: &mut u64,
    ) -> Rank {
        if highest >= self.highest {
            return highest;
        }
        let mut highest = highest;
        let bytes = self.bytes_of(target);
        self.candidates(target, steps, &mut |from, to, steps| {
            for (entry, needed) in self.patterns.get(from..to).unwrap_or_default() {
                *steps += 1;
                if entry.rank > highest
                    && bytes.is_none_or(|bytes| bytes.covers(*needed))
                    && entry.pattern(text).matches_counting(target, steps)
                {
                    highest = entry.rank;
                }
            }
        });
        highest
    }

    /// Calls `visit` with the numbers of all patterns that match.
    pub(super) fn each(&self, text: &[u8], target: &Target<'_>, visit: &mut dyn FnMut(u32)) {
        let bytes = self.bytes_of(target);
        self.candidates(target, &mut 0, &mut |from, to, steps| {
            for (entry, needed) in self.patterns.get(from..to).unwrap_or_default() {
                if bytes.is_none_or(|bytes| bytes.covers(*needed))
                    && entry.pattern(text).matches_counting(target, steps)
                {
                    visit(entry.number);
                }
            }
        });
    }

    /// The bytes of the path, if they can exclude enough patterns to be worth finding: those with a
    /// key in the path seldom lack a byte.
    fn bytes_of(&self, target: &Target<'_>) -> Option<ByteSet> {
        (self.keyless > FEW).then(|| ByteSet::of(target.bytes()))
    }

    /// Calls `visit` with the ranges of patterns that may match: those without a key, then those
    /// with a key that the path contains. No pattern is visited twice.
    fn candidates(
        &self,
        target: &Target<'_>,
        steps: &mut u64,
        visit: &mut dyn FnMut(usize, usize, &mut u64),
    ) {
        if self.keyless > 0 {
            visit(0, self.keyless, steps);
        }
        let mut visited = SmallVec::new();
        for &width in &self.widths {
            *steps += target.bytes().len() as u64;
            let all = match width {
                4 => self.visit_keys::<4>(target.bytes(), &mut visited, steps, visit),
                2 => self.visit_keys::<2>(target.bytes(), &mut visited, steps, visit),
                _ => self.visit_keys::<1>(target.bytes(), &mut visited, steps, visit),
            };
            if !all {
                return self.visit_rest(&mut visited, steps, visit);
            }
        }
    }

    /// Visits the ranges of patterns with a key of this width in the path, except those visited
    /// before. Returns false if the path contains more than [`KEYS_PER_PATH`] keys.
    fn visit_keys<const WIDTH: usize>(
        &self,
        path: &[u8],
        visited: &mut SmallVec<[u32; KEYS_PER_PATH]>,
        steps: &mut u64,
        visit: &mut dyn FnMut(usize, usize, &mut u64),
    ) -> bool {
        let mut rest = path;
        while let Some(at) = self.filter.first::<WIDTH>(rest) {
            let key = rest.get(at..at + WIDTH).map(Key::new).unwrap_or_default();
            rest = rest.get(at + 1..).unwrap_or_default();
            let Some(slot) = self.find(key) else { continue };
            *steps += visited.len() as u64;
            if visited.contains(&slot.start) {
                continue;
            }
            if visited.len() == KEYS_PER_PATH {
                return false;
            }
            visited.push(slot.start);
            visit(slot.start as usize, slot.end as usize, steps);
        }
        true
    }

    /// Visits all ranges of patterns with a key that were not visited.
    #[cold]
    fn visit_rest(
        &self,
        visited: &mut [u32],
        steps: &mut u64,
        visit: &mut dyn FnMut(usize, usize, &mut u64),
    ) {
        visited.sort_unstable();
        let mut runs: Vec<&Slot> = self.slots.iter().filter(|slot| slot.key.width > 0).collect();
        runs.retain(|slot| visited.binary_search(&slot.start).is_err());
        runs.sort_unstable_by_key(|slot| slot.start);
        for slot in runs {
            visit(slot.start as usize, slot.end as usize, steps);
        }
    }
}
