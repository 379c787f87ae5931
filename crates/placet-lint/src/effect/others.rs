//! Rules that one is compared with, found by what they hold.

use super::beside::Entry;

/// Rules that one is compared with, in the order of their patterns.
///
/// A pattern that covers another holds no pair of neighbouring bytes that the other does not. So
/// each is filed under one of its pairs, and only those are looked at that are filed under a pair of
/// the rule at hand.
pub(super) struct Others<'s> {
    pub(super) entries: Vec<Entry<'s>>,
    /// The places of the entries with their pairs, file by file; the last file is of those that hold
    /// no pair.
    filed: Vec<(u64, usize)>,
    /// Where each file ends; it begins where the one before it ends.
    ends: [usize; FILES],
    /// The files that are not empty, but for the last.
    used: u64,
}

/// One for each pair, as [`Pattern::pairs`](placet::pattern::Pattern::pairs) tells them, and one for none.
const FILES: usize = 65;

impl<'s> Others<'s> {
    pub(super) fn new(entries: Vec<Entry<'s>>) -> Self {
        if entries.is_empty() {
            return Self { entries, filed: Vec::new(), ends: [0; FILES], used: 0 };
        }
        let file = |entry: &Entry<'_>| entry.pairs.trailing_zeros() as usize;
        let mut ends = [0; FILES];
        let mut used = 0;
        for entry in &entries {
            if let Some(count) = ends.get_mut(file(entry)) {
                *count += 1;
            }
            used |= entry.pairs & entry.pairs.wrapping_neg();
        }
        // From how many there are to where each begins, and then on to where it ends.
        let mut before = 0;
        for end in &mut ends {
            before += std::mem::replace(end, before);
        }
        let mut filed = vec![(0, 0); entries.len()];
        for (at, entry) in entries.iter().enumerate() {
            let Some(end) = ends.get_mut(file(entry)) else { continue };
            if let Some(place) = filed.get_mut(*end) {
                *place = (entry.pairs, at);
            }
            *end += 1;
        }
        Self { entries, filed, ends, used }
    }

    /// Those that may match all that another matches, in their order. `found` is room to work in.
    pub(super) fn wider<'o>(
        &'o self,
        than: &Entry<'_>,
        found: &'o mut Vec<usize>,
    ) -> impl Iterator<Item = &'o Entry<'s>> {
        found.clear();
        self.look_into(FILES - 1, than.pairs, found);
        let mut files = than.pairs & self.used;
        while files != 0 {
            self.look_into(files.trailing_zeros() as usize, than.pairs, found);
            files &= files - 1;
        }
        found.sort_unstable();
        found.iter().filter_map(|&at| self.entries.get(at))
    }

    /// Adds those of a file that hold no other pairs than these.
    fn look_into(&self, file: usize, pairs: u64, found: &mut Vec<usize>) {
        let start = file.checked_sub(1).and_then(|before| self.ends.get(before));
        let (start, end) = (start.copied().unwrap_or(0), self.ends.get(file).copied().unwrap_or(0));
        let filed = self.filed.get(start..end).unwrap_or_default();
        found.extend(filed.iter().filter(|(own, _)| own & !pairs == 0).map(|&(_, at)| at));
    }
}
