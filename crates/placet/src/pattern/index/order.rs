//! How many of some sorted texts do not sort behind another.

use super::literal::{common, narrow};

/// The order of sorted texts, for finding a place in it with few looks at the texts themselves.
///
/// Texts that begin alike are a group, which holds the eight octets of each behind what all of
/// them share, as numbers. Those that have the same eight are a group of their own below it. So a
/// search is one of numbers that stand side by side, and goes down once for eight octets or more.
#[derive(Debug, Clone, Default)]
pub(super) struct Order {
    groups: Box<[Group]>,
    heads: Box<[u64]>,
    /// One more than the group of those that have the same head, for the first of them; 0 for a
    /// text that has its head alone.
    below: Box<[u32]>,
}

#[derive(Debug, Clone, Copy)]
struct Group {
    /// The first of its texts, and how many there are.
    start: u32,
    len: u32,
    /// How many octets all of them begin with.
    shared: u32,
    /// Where its heads begin.
    heads: u32,
}

impl Order {
    /// The order of texts, which are sorted and all different.
    pub(super) fn new(texts: &[&[u8]]) -> Self {
        let text = |at: usize| texts.get(at).copied().unwrap_or_default();
        let (mut groups, mut heads, mut below) = (Vec::new(), Vec::new(), Vec::new());
        // Runs of texts to make groups of, and where to say which group it is.
        let mut open = vec![(0, texts.len(), None)];
        while let Some((start, len, told)) = open.pop() {
            let Some(last) = len.checked_sub(1) else { break };
            let shared = common(text(start), text(start + last));
            let from = heads.len();
            heads.extend((start..start + len).map(|at| head(text(at), shared)));
            below.resize(heads.len(), 0);
            groups.push(Group {
                start: narrow(start),
                len: narrow(len),
                shared: narrow(shared),
                heads: narrow(from),
            });
            if let Some(told) = told.and_then(|at: usize| below.get_mut(at)) {
                *told = narrow(groups.len());
            }
            let mut at = 0;
            let own = heads.get(from..).unwrap_or_default();
            for alike in own.chunk_by(|a, b| a == b) {
                if alike.len() > 1 {
                    open.push((start + at, alike.len(), Some(from + at)));
                }
                at += alike.len();
            }
        }
        Self { groups: groups.into(), heads: heads.into(), below: below.into() }
    }

    /// How many texts do not sort behind `path`; `text` gives the text at a place.
    pub(super) fn behind<'t>(
        &self,
        path: &[u8],
        text: impl Fn(usize) -> &'t [u8],
        steps: &mut u64,
    ) -> usize {
        let mut group = self.groups.first();
        let mut known = 0;
        while let Some(Group { start, len, shared, heads }) = group.copied() {
            let (start, len, shared) = (start as usize, len as usize, shared as usize);
            let prefix = text(start).get(known..shared).unwrap_or_default();
            let rest = path.get(known..).unwrap_or_default();
            *steps += 1 + prefix.len() as u64;
            if !rest.starts_with(prefix) {
                return if rest < prefix { start } else { start + len };
            }
            let wanted = head(path, shared);
            let from = heads as usize;
            let heads = self.heads.get(from..from + len).unwrap_or_default();
            let at = heads.partition_point(|&head| {
                *steps += 1;
                head < wanted
            });
            if heads.get(at) != Some(&wanted) {
                return start + at;
            }
            group = self
                .below
                .get(from + at)
                .and_then(|&below| self.groups.get((below as usize).checked_sub(1)?));
            if group.is_none() {
                *steps += path.len() as u64;
                return start + at + usize::from(text(start + at) <= path);
            }
            known = shared + 8;
        }
        0
    }
}

/// The eight octets at `at`, as a number that sorts as they do. There is no NUL in what is
/// compared, so what is shorter sorts first.
fn head(text: &[u8], at: usize) -> u64 {
    let rest = text.get(at..).unwrap_or_default();
    let eight = rest.first_chunk().copied().unwrap_or_else(|| {
        let mut eight = [0; 8];
        eight.iter_mut().zip(rest).for_each(|(eight, octet)| *eight = *octet);
        eight
    });
    u64::from_be_bytes(eight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_path_is_that_of_a_plain_search() {
        let pieces = ["a", "b", "/", "abcdefgh", "/section/", "-1234567890"];
        let mut seed = 3_u64;
        let mut text = |most: usize| {
            let mut text = String::from("/");
            for _ in 0..most {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
            }
            text
        };
        for round in 0..200 {
            let mut texts: Vec<String> = (0..round % 50).map(|at| text(at % 7)).collect();
            texts.sort();
            texts.dedup();
            let texts: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
            let order = Order::new(&texts);
            for at in 0..60 {
                let path = text(at % 8);
                let path = path.as_bytes();
                let expected = texts.partition_point(|text| *text <= path);
                assert_eq!(order.behind(path, |at| texts[at], &mut 0), expected);
            }
        }
    }
}
