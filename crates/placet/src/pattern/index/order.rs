//! The nearest text to a path in a sorted list of literals.

use super::entry::narrow;
use super::literal::common;

/// A sorted list of texts, arranged to find those that a path begins with, with few accesses to the
/// texts themselves.
///
/// Texts with a common prefix form a group. A group contains the distinct heads of its texts: the
/// eight bytes after the common prefix, as numbers. Texts with the same head form a run, which is a
/// group of its own if there is more than one. So a search compares a few adjacent numbers and
/// descends once for every eight bytes or more.
#[derive(Debug, Clone, Default)]
pub(super) struct Order {
    groups: Box<[Group]>,
    heads: Box<[u64]>,
    /// The run of each head.
    runs: Box<[Run]>,
}

#[derive(Debug, Clone, Copy)]
struct Group {
    /// The index of its first text, and the one after its last.
    start: u32,
    end: u32,
    /// The length of their common prefix.
    shared: u32,
    /// The range of its heads.
    heads: (u32, u32),
}

#[derive(Debug, Clone, Copy)]
struct Run {
    /// The index of its first text.
    start: u32,
    /// One more than the index of its group; 0 for a single text.
    group: u32,
}

/// Texts in order, each given by its index among the unsorted ones.
pub(super) struct Sorted {
    pub(super) order: Order,
    indices: Vec<u32>,
    /// Where in `indices` each distinct text begins.
    starts: Vec<u32>,
}

impl Sorted {
    /// The indices of equal texts, for each distinct text in order.
    pub(super) fn distinct(&self) -> impl Iterator<Item = &[u32]> {
        let ends = self.starts.iter().skip(1).map(|&end| end as usize);
        let ends = ends.chain([self.indices.len()]);
        let ranges = self.starts.iter().map(|&start| start as usize).zip(ends);
        ranges.map(|(start, end)| self.indices.get(start..end).unwrap_or_default())
    }
}

/// A text to be sorted: its head, which is replaced as the sort proceeds, and its index.
type Key = (u64, u32);

impl Order {
    /// Sorts and arranges texts, which may repeat: by the heads of all, then those with the same
    /// head by their next heads, and so on. No byte is compared twice.
    pub(super) fn sort<'t>(count: usize, text: impl Fn(usize) -> &'t [u8]) -> Sorted {
        let (mut groups, mut heads) = (Vec::new(), Vec::with_capacity(count));
        let mut runs: Vec<Run> = Vec::with_capacity(count);
        let mut keys: Vec<Key> = (0..).take(count).map(|at| (0, at)).collect();
        // How many distinct texts are before each index: first whether one ends there.
        let mut before = vec![0_u32; count + 1];
        // Ranges of texts to make a group of, with the length of a common prefix and their run.
        let mut open = vec![(0, count, 0, None)];
        while let Some((start, end, known, run)) = open.pop() {
            let Some(keys) = keys.get_mut(start..end).filter(|keys| !keys.is_empty()) else {
                break;
            };
            let rest = |(_, at): Key| from_index(text(at as usize), known);
            let first = keys.first().map_or(&[][..], |key| rest(*key));
            let shared = |shared: usize, key: &Key| shared.min(common(first, rest(*key)));
            let shared = known + keys.iter().skip(1).fold(first.len(), shared);
            for (head, at) in &mut *keys {
                *head = self::head(text(*at as usize), shared);
            }
            keys.sort_unstable_by_key(|&(head, _)| head);
            let is_same = |a: &Key, b: &Key| a.0 == b.0;
            if run.is_some() && keys.first().zip(keys.last()).is_some_and(|(a, b)| is_same(a, b)) {
                // They differ nowhere: one text, repeated.
                before.get_mut(end).into_iter().for_each(|it| *it = 1);
                continue;
            }
            let from = heads.len();
            let mut at = start;
            for alike in keys.chunk_by(is_same) {
                let next = at + alike.len();
                if alike.len() > 1 {
                    open.push((at, next, shared + 8, Some(heads.len())));
                } else {
                    before.get_mut(next).into_iter().for_each(|it| *it = 1);
                }
                heads.extend(alike.first().map(|&(head, _)| head));
                runs.push(Run { start: narrow(at), group: 0 });
                at = next;
            }
            groups.push(Group {
                start: narrow(start),
                end: narrow(end),
                shared: narrow(shared),
                heads: (narrow(from), narrow(heads.len())),
            });
            if let Some(run) = run.and_then(|run: usize| runs.get_mut(run)) {
                run.group = narrow(groups.len());
            }
        }
        let mut starts = Vec::with_capacity(count);
        let mut last = 0;
        for (at, ends) in (0..).zip(&mut before) {
            if *ends == 1 {
                starts.push(last);
                last = at;
            }
            *ends = narrow(starts.len());
        }
        let distinct = |at: &mut u32| *at = before.get(*at as usize).copied().unwrap_or_default();
        for run in &mut runs {
            distinct(&mut run.start);
        }
        for group in &mut groups {
            distinct(&mut group.start);
            distinct(&mut group.end);
        }
        let order = Self { groups: groups.into(), heads: heads.into(), runs: runs.into() };
        Sorted { order, indices: keys.into_iter().map(|(_, at)| at).collect(), starts }
    }

    /// The index of a text that begins with every text that the path begins with, and a number of
    /// bytes: of the texts that it begins with, the path begins with those that are no longer. `None`
    /// if there is no text; `text` returns the text at an index.
    pub(super) fn nearest<'t>(
        &self,
        path: &[u8],
        text: impl Fn(usize) -> &'t [u8],
        steps: &mut u64,
    ) -> Option<(usize, usize)> {
        let mut group = self.groups.first();
        let mut known = 0;
        while let Some(&Group { start, end, shared, heads: (from, to) }) = group {
            let (start, end, shared) = (start as usize, end as usize, shared as usize);
            *steps += 1;
            if shared > known {
                let prefix = text(start).get(..shared).unwrap_or_default();
                let same = known + common(from_index(prefix, known), from_index(path, known));
                *steps += (same - known) as u64;
                if same < shared {
                    return Some((start, same));
                }
            }
            let wanted = head(path, shared);
            let heads = self.heads.get(from as usize..to as usize).unwrap_or_default();
            let at = lower_bound(heads, wanted, steps);
            let run = self.runs.get(from as usize + at).filter(|_| at < heads.len());
            if heads.get(at) != Some(&wanted) {
                // Everything that sorts between a prefix of the path and the path has that prefix too.
                let before = at.checked_sub(1).and_then(|before| heads.get(before));
                let Some(before) = before else { return Some((start, shared)) };
                let same = (before ^ wanted).leading_zeros() as usize / 8;
                let next = run.map_or(end, |run| run.start as usize);
                return Some((next.saturating_sub(1), shared + same));
            }
            let run = run?;
            known = shared + 8;
            if run.group == 0 {
                *steps += path.len() as u64;
                let only = run.start as usize;
                let rest = from_index(text(only), known);
                return Some((only, known + common(rest, from_index(path, known))));
            }
            group = self.groups.get(run.group as usize - 1);
        }
        None
    }
}

/// The number of sorted heads that are below `wanted`.
///
/// Each step of a binary search waits for the one before. So it only finds a block of sixteen,
/// which is then compared as a whole.
fn lower_bound(heads: &[u64], wanted: u64, steps: &mut u64) -> usize {
    let (blocks, _) = heads.as_chunks::<16>();
    let from = 16 * blocks.partition_point(|&[.., last]| last < wanted);
    let near = heads.iter().skip(from).take(16);
    *steps += u64::from(blocks.len().checked_ilog2().map_or(0, |log| log + 1)) + near.len() as u64;
    from + near.filter(|&&head| head < wanted).count()
}

/// The eight bytes at `at`, as a number with the same order. The texts contain no NUL, so a shorter
/// text is less.
pub(super) fn head(text: &[u8], at: usize) -> u64 {
    let rest = from_index(text, at);
    match (rest.first_chunk(), text.last_chunk()) {
        (Some(eight), _) => u64::from_be_bytes(*eight),
        (None, Some(eight)) => {
            let before = 8 * (8 - rest.len());
            u64::from_be_bytes(*eight).checked_shl(narrow(before)).unwrap_or_default()
        }
        (None, None) => rest.iter().rev().fold(0, |head, &byte| head >> 8 | u64::from(byte) << 56),
    }
}

/// The text from index `at`.
fn from_index(text: &[u8], at: usize) -> &[u8] {
    text.get(at..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use placet_testing::Random;

    use super::*;

    #[test]
    fn the_nearest_text_begins_with_all_texts_that_the_path_begins_with() {
        let pieces = ["a", "b", "/", "abcdefgh", "/section/", "-1234567890"];
        let mut random = Random::new(3);
        let mut text = |count: usize| format!("/{}", random.text(&pieces, count));
        for round in 0..200 {
            let texts: Vec<String> = (0..round * 2).map(|at| text(at % 7)).collect();
            let sorted = Order::sort(texts.len(), |at| texts[at].as_bytes());
            let all = |same: &[u32]| -> Vec<&str> {
                same.iter().map(|&at| texts[at as usize].as_str()).collect()
            };
            let found: Vec<Vec<&str>> = sorted.distinct().map(all).collect();
            let mut expected: Vec<&str> = texts.iter().map(String::as_str).collect();
            expected.sort_unstable();
            assert!(expected.chunk_by(|a, b| a == b).eq(found.iter().map(Vec::as_slice)));
            expected.dedup();
            let texts = expected;
            for at in 0..60 {
                let path = text(at % 8);
                let found =
                    sorted.order.nearest(path.as_bytes(), |at| texts[at].as_bytes(), &mut 0);
                let (nearest, same) = found.map_or(("", 0), |(at, same)| (texts[at], same));
                let is_prefix = |it: &&&str| it.len() <= same && nearest.starts_with(**it);
                let prefixes = texts.iter().filter(|it| path.starts_with(**it));
                assert!(prefixes.eq(texts.iter().filter(is_prefix)), "{path}: {nearest}, {same}");
            }
        }
    }
}
