//! Patterns with a wildcard before their end.

use smallvec::SmallVec;

use super::key::{Filter, Key, Rarity};
use crate::pattern::{Pattern, Target};
use crate::text::limits::{FLOATING_UNFILED, KEYS_FOLLOWED};
use crate::vocabulary::Rank;

/// Floating patterns, each filed under a [`Key`] that it cannot match without.
#[derive(Debug, Clone, Default)]
pub(super) struct Floating {
    bytes: Box<[u8]>,
    /// Those of one key stand together, the highest rank first.
    patterns: Box<[Filed]>,
    /// Where those of a key stand: an open-addressed table of a power of two slots.
    slots: Box<[Slot]>,
    /// What keys there may be.
    filter: Filter,
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
            let rarity = Rarity::of(patterns.iter().map(|it| it.pattern));
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
            filter: if slots > 0 { Filter::new(keyed.len()) } else { Filter::default() },
            ..Self::default()
        };
        let mut bytes = Vec::new();
        let mut filed = Vec::with_capacity(keyed.len());
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            let start = narrow(filed.len());
            for (_, Floater { pattern, rank, place }) in same {
                let in_query = pattern.in_query().unwrap_or_default();
                filed.push(Filed {
                    start: narrow(bytes.len()),
                    len: narrow(pattern.body().len()),
                    in_query: narrow(in_query.len()),
                    anchored: pattern.is_anchored(),
                    rank: *rank,
                    place: *place,
                });
                bytes.extend_from_slice(pattern.body());
                bytes.extend_from_slice(in_query);
            }
            if let Some(&(key, _)) = same.first().filter(|(key, _)| key.width > 0) {
                floating.file(Slot { key, start, end: narrow(filed.len()) });
            }
        }
        floating.bytes = bytes.into();
        floating.patterns = filed.into();
        floating
    }

    fn file(&mut self, slot: Slot) {
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

    /// Where the patterns of a key stand.
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
        let mut followed = SmallVec::new();
        for &width in &self.widths {
            *steps += target.bytes().len() as u64;
            let all = match width {
                4 => self.follow::<4>(target.bytes(), &mut followed, steps, tell),
                2 => self.follow::<2>(target.bytes(), &mut followed, steps, tell),
                _ => self.follow::<1>(target.bytes(), &mut followed, steps, tell),
            };
            if !all {
                return self.remaining(&mut followed, steps, tell);
            }
        }
    }

    /// Tells the runs of patterns whose key is of this width and in the path, if they were not
    /// followed yet; says whether there was room to follow all.
    fn follow<const WIDTH: usize>(
        &self,
        path: &[u8],
        followed: &mut SmallVec<[u32; KEYS_FOLLOWED]>,
        steps: &mut u64,
        tell: &mut dyn FnMut(usize, usize, &mut u64),
    ) -> bool {
        let mut rest = path;
        while let Some(at) = self.filter.first::<WIDTH>(rest) {
            let key = rest.get(at..at + WIDTH).map(Key::new).unwrap_or_default();
            rest = rest.get(at + 1..).unwrap_or_default();
            let Some(slot) = self.find(key) else { continue };
            *steps += followed.len() as u64;
            if followed.contains(&slot.start) {
                continue;
            }
            if followed.len() == KEYS_FOLLOWED {
                return false;
            }
            followed.push(slot.start);
            tell(slot.start as usize, slot.end as usize, steps);
        }
        true
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
        let body = self.bytes.get(start..form).unwrap_or_default();
        let in_query = self.bytes.get(form..end).filter(|form| !form.is_empty());
        Pattern::from_body(body, in_query, filed.anchored)
    }
}

/// Offsets into the bytes of patterns, which are bounded by the ceiling on a file.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
