//! An index of rules by the bytes that their patterns contain.

use super::neighbours::Entry;

/// Rules that one is compared with, in the order of their patterns.
///
/// A pattern that covers another contains no pair of adjacent bytes that the other does not contain.
/// So each is in the bucket of one of its pairs, and a rule is compared only with the buckets of its
/// own pairs.
pub(super) struct Others<'s> {
    pub(super) entries: Vec<Entry<'s>>,
    /// The places of the entries with their pairs, bucket by bucket; the last bucket is for those
    /// without a pair.
    buckets: Vec<(u64, usize)>,
    /// Where each bucket ends; it begins where the one before it ends.
    ends: [usize; BUCKETS],
    /// The buckets that are not empty, except the last.
    used: u64,
}

/// One for each bit of [`Pattern::pairs`](placet::pattern::Pattern::pairs), and one for none.
const BUCKETS: usize = 65;

impl<'s> Others<'s> {
    pub(super) fn new(entries: Vec<Entry<'s>>) -> Self {
        if entries.is_empty() {
            return Self { entries, buckets: Vec::new(), ends: [0; BUCKETS], used: 0 };
        }
        let bucket = |entry: &Entry<'_>| entry.pairs.trailing_zeros() as usize;
        let mut ends = [0; BUCKETS];
        let mut used = 0;
        for entry in &entries {
            if let Some(count) = ends.get_mut(bucket(entry)) {
                *count += 1;
            }
            used |= entry.pairs & entry.pairs.wrapping_neg();
        }
        // The counts become the beginnings, and, as the buckets are filled, the ends.
        let mut before = 0;
        for end in &mut ends {
            before += std::mem::replace(end, before);
        }
        let mut buckets = vec![(0, 0); entries.len()];
        for (at, entry) in entries.iter().enumerate() {
            let Some(end) = ends.get_mut(bucket(entry)) else { continue };
            if let Some(place) = buckets.get_mut(*end) {
                *place = (entry.pairs, at);
            }
            *end += 1;
        }
        Self { entries, buckets, ends, used }
    }

    /// The rules that may cover another, in their order. `found` is a reusable buffer.
    pub(super) fn wider<'o>(
        &'o self,
        than: &Entry<'_>,
        found: &'o mut Vec<usize>,
    ) -> impl Iterator<Item = &'o Entry<'s>> {
        found.clear();
        self.search(BUCKETS - 1, than.pairs, found);
        let mut wanted = than.pairs & self.used;
        while wanted != 0 {
            self.search(wanted.trailing_zeros() as usize, than.pairs, found);
            wanted &= wanted - 1;
        }
        found.sort_unstable();
        found.iter().filter_map(|&at| self.entries.get(at))
    }

    /// Adds the entries of a bucket that contain no other pairs than these.
    fn search(&self, bucket: usize, pairs: u64, found: &mut Vec<usize>) {
        let start = bucket.checked_sub(1).and_then(|before| self.ends.get(before));
        let (start, end) =
            (start.copied().unwrap_or(0), self.ends.get(bucket).copied().unwrap_or(0));
        let bucket = self.buckets.get(start..end).unwrap_or_default();
        found.extend(bucket.iter().filter(|(own, _)| own & !pairs == 0).map(|&(_, at)| at));
    }
}
