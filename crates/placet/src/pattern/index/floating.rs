//! An index of patterns with a wildcard before their end.

use smallvec::SmallVec;

use super::key::{Filter, Key, Rarity};
use super::literal::narrow;
use crate::pattern::{ByteSet, Pattern, Target};
use crate::text::limits::{KEYS_PER_PATH, WILDCARDS_UNINDEXED};
use crate::vocabulary::Rank;

/// How many patterns without a key are tried one by one: that is cheaper than finding out which
/// bytes the path contains.
const FEW: usize = 4;

/// Patterns with a wildcard before their end, each indexed by a [`Key`] that every match contains.
#[derive(Debug, Clone, Default)]
pub(super) struct Floating {
    bytes: Box<[u8]>,
    /// Sorted by key, and for one key by descending rank.
    patterns: Box<[Entry]>,
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

/// One indexed pattern.
#[derive(Debug, Clone, Copy)]
struct Entry {
    start: u32,
    len: u32,
    /// The length of the form for queries, which follows; 0 if there is none.
    in_query: u32,
    anchored: bool,
    rank: Rank,
    /// The number of the pattern among all patterns.
    number: u32,
    /// Bytes that every match contains.
    bytes: ByteSet,
}

/// The range of entries with one key.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: Key,
    start: u32,
    end: u32,
}

/// A pattern to be indexed.
#[derive(Debug, Clone, Copy)]
pub(super) struct FloatingPattern<'p> {
    pub(super) pattern: Pattern<'p>,
    pub(super) rank: Rank,
    /// Its number among all patterns.
    pub(super) number: u32,
}

impl Floating {
    pub(super) fn new(patterns: &[FloatingPattern<'_>]) -> Self {
        if patterns.is_empty() {
            return Self::default();
        }
        let mut keyed: Vec<(Key, FloatingPattern<'_>)> = if patterns.len() <= WILDCARDS_UNINDEXED {
            patterns.iter().map(|it| (Key::default(), *it)).collect()
        } else {
            let rarity = Rarity::of(patterns.iter().map(|it| it.pattern));
            patterns.iter().map(|it| (rarity.rarest(it.pattern), *it)).collect()
        };
        keyed.sort_by(|(key, one), (other_key, other)| {
            (key, other.rank).cmp(&(other_key, one.rank))
        });

        let keyless = keyed.partition_point(|(key, _)| key.width == 0);
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
        let mut bytes = Vec::new();
        let mut entries = Vec::with_capacity(keyed.len());
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            let start = narrow(entries.len());
            for (_, FloatingPattern { pattern, rank, number }) in same {
                let in_query = pattern.in_query().unwrap_or_default();
                entries.push(Entry {
                    start: narrow(bytes.len()),
                    len: narrow(pattern.body().len()),
                    in_query: narrow(in_query.len()),
                    anchored: pattern.is_anchored(),
                    rank: *rank,
                    number: *number,
                    bytes: ByteSet::of_pattern(*pattern),
                });
                bytes.extend_from_slice(pattern.body());
                bytes.extend_from_slice(in_query);
            }
            if let Some(&(key, _)) = same.first().filter(|(key, _)| key.width > 0) {
                floating.insert(Slot { key, start, end: narrow(entries.len()) });
            }
        }
        floating.bytes = bytes.into();
        floating.patterns = entries.into();
        floating
    }

    /// Adds a key to the table.
    fn insert(&mut self, slot: Slot) {
        if !self.widths.contains(&slot.key.width) {
            self.widths.push(slot.key.width);
        }
        self.filter.add(slot.key);
        let mask = self.slots.len() - 1;
        let hash = slot.key.hash(self.slots.len().ilog2());
        let free = (0..=mask)
            .map(|probe| (hash + probe) & mask)
            .find(|&at| self.slots.get(at).is_some_and(|slot| slot.key.width == 0));
        if let Some(free) = free.and_then(|at| self.slots.get_mut(at)) {
            *free = slot;
        }
    }

    /// The slot of a key.
    fn find(&self, key: Key) -> Option<Slot> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = key.hash(self.slots.len().checked_ilog2()?);
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

    /// The highest rank among the patterns that match, or `highest` if that is higher.
    pub(super) fn higher(&self, highest: Rank, target: &Target<'_>, steps: &mut u64) -> Rank {
        if highest >= self.highest {
            return highest;
        }
        let mut highest = highest;
        let bytes = self.bytes_of(target);
        self.candidates(target, steps, &mut |from, to, steps| {
            for entry in self.patterns.get(from..to).unwrap_or_default() {
                *steps += 1;
                if entry.rank > highest
                    && bytes.is_none_or(|bytes| bytes.covers(entry.bytes))
                    && self.pattern(*entry).matches_counting(target, steps)
                {
                    highest = entry.rank;
                }
            }
        });
        highest
    }

    /// Calls `visit` with the numbers of all patterns that match.
    pub(super) fn each(&self, target: &Target<'_>, visit: &mut dyn FnMut(u32)) {
        let bytes = self.bytes_of(target);
        self.candidates(target, &mut 0, &mut |from, to, steps| {
            for entry in self.patterns.get(from..to).unwrap_or_default() {
                if bytes.is_none_or(|bytes| bytes.covers(entry.bytes))
                    && self.pattern(*entry).matches_counting(target, steps)
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

    fn pattern(&self, entry: Entry) -> Pattern<'_> {
        let start = entry.start as usize;
        let form = start + entry.len as usize;
        let end = form + entry.in_query as usize;
        let body = self.bytes.get(start..form).unwrap_or_default();
        let in_query = self.bytes.get(form..end).filter(|form| !form.is_empty());
        Pattern::from_body(body, in_query, entry.anchored)
    }
}
