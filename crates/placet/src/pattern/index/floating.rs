//! Patterns with a wildcard before their end.

use smallvec::SmallVec;

use crate::law::rfc9309::Rank;
use crate::limits::KEYS_FOLLOWED;
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
}

/// How often keys occur, near enough: keys that share a counter look more common than they are.
struct Rarity([u32; 1024]);

impl Rarity {
    fn of(patterns: &[(Pattern<'_>, Rank)]) -> Self {
        let mut counts = [0; 1024];
        for key in patterns.iter().flat_map(|(pattern, _)| keys(*pattern)) {
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

impl Floating {
    pub(super) fn new(patterns: &[(Pattern<'_>, Rank)]) -> Self {
        if patterns.is_empty() {
            return Self::default();
        }
        let rarity = Rarity::of(patterns);
        let mut keyed: Vec<(Key, Rank, Pattern<'_>)> = patterns
            .iter()
            .map(|&(pattern, rank)| (rarity.rarest(pattern), rank, pattern))
            .collect();
        keyed.sort_by(|a, b| (a.0, b.1).cmp(&(b.0, a.1)));

        let mut floating = Self {
            unfiled: keyed.partition_point(|(key, ..)| key.width == 0),
            highest: patterns.iter().map(|&(_, rank)| rank).max().unwrap_or_default(),
            slots: vec![Slot::default(); (4 * keyed.len()).next_power_of_two()].into(),
            ..Self::default()
        };
        let mut octets = Vec::new();
        let mut filed = Vec::with_capacity(keyed.len());
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            let start = narrow(filed.len());
            for &(_, rank, pattern) in same {
                let in_query = pattern.in_query().unwrap_or_default();
                filed.push(Filed {
                    start: narrow(octets.len()),
                    len: narrow(pattern.body().len()),
                    in_query: narrow(in_query.len()),
                    anchored: pattern.is_anchored(),
                    rank,
                });
                octets.extend_from_slice(pattern.body());
                octets.extend_from_slice(in_query);
            }
            if let Some(&(key, ..)) = same.first().filter(|(key, ..)| key.width > 0) {
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
        let mut highest = self.try_all(0, self.unfiled, highest, target, steps);
        let mut followed: SmallVec<[u32; KEYS_FOLLOWED]> = SmallVec::new();
        let mut window = 0;
        for (at, &octet) in target.octets().iter().enumerate() {
            window = window << 8 | u32::from(octet);
            for &width in &self.widths {
                *steps += 1;
                if usize::from(width) > at + 1 {
                    continue;
                }
                let Some(slot) = self.find(Key::of_window(window, width)) else { continue };
                *steps += followed.len() as u64;
                if followed.contains(&slot.start) {
                    continue;
                }
                if followed.len() == KEYS_FOLLOWED {
                    return self.try_all(0, self.patterns.len(), highest, target, steps);
                }
                followed.push(slot.start);
                let (start, end) = (slot.start as usize, slot.end as usize);
                highest = self.try_all(start, end, highest, target, steps);
            }
        }
        highest
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
