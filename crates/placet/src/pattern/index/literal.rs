//! An index of patterns that are a plain prefix or a whole path.

use super::order::Order;
use crate::pattern::Pattern;
use crate::vocabulary::Rank;

/// A literal, and the rank of its rule.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'p> {
    bytes: &'p [u8],
    /// Whether it matches only the whole path, not every path that begins with it.
    whole: bool,
    rank: Rank,
    /// The number of its pattern among all patterns.
    number: u32,
}

impl<'p> Entry<'p> {
    /// The literal that a pattern is equivalent to, or `None` if it has a wildcard before its end.
    pub(super) fn new(pattern: Pattern<'p>, rank: Rank, number: u32) -> Option<Self> {
        let body = pattern.body();
        let stars = body.iter().rev().take_while(|&&byte| byte == b'*').count();
        let bytes = body.get(..body.len() - stars)?;
        if memchr::memchr(b'*', bytes).is_some() || pattern.in_query().is_some() {
            return None;
        }
        // `/a*$` can end anywhere, so the anchor has no effect.
        Some(Self { bytes, whole: pattern.is_anchored() && stars == 0, rank, number })
    }
}

/// Literals in order. Each node includes the ranks of the literals that are its prefixes.
///
/// The longest literal that a path begins with is found from the last literal that is not greater
/// than the path: it is that literal or one of its ancestors, because everything that sorts between
/// a prefix of a path and the path has that prefix too.
#[derive(Debug, Clone, Default)]
pub(super) struct Literals {
    bytes: Box<[u8]>,
    nodes: Box<[Node]>,
    order: Order,
    /// The numbers of the patterns, those of one node together.
    numbers: Box<[u32]>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    start: u32,
    len: u32,
    /// The longest other literal that is a prefix of this one, or itself if there is none.
    parent: u32,
    /// The highest rank of a prefix rule for this literal or for one of its prefixes.
    prefix: Rank,
    /// The highest rank of a rule that matches the literal as a whole path.
    whole: Rank,
    /// Where in `numbers` the patterns begin that match every path with this prefix, where those
    /// begin that match it as a whole path, and where these end.
    numbers: [u32; 3],
}

impl Literals {
    pub(super) fn new(entries: &[Entry<'_>]) -> Self {
        let literal = |at: usize| entries.get(at).map_or(&[][..], |entry| entry.bytes);
        let sorted = Order::sort(entries.len(), literal);
        let mut bytes = Vec::with_capacity(entries.iter().map(|entry| entry.bytes.len()).sum());
        let mut nodes: Vec<Node> = Vec::with_capacity(entries.len());
        let mut numbers = Vec::with_capacity(entries.len());
        // The prefixes of the current literal, shortest first.
        let mut ancestors: Vec<(usize, &[u8])> = Vec::new();
        for same in sorted.distinct() {
            let literal = same.first().map_or(&[][..], |&at| literal(at as usize));
            while ancestors.pop_if(|(_, shorter)| !literal.starts_with(shorter)).is_some() {}
            let parent = ancestors.last().map(|&(parent, _)| parent);
            let inherited = parent.and_then(|parent| nodes.get(parent)).map(|node| node.prefix);
            let from = narrow(numbers.len());
            let mut add = |whole: bool| {
                let entries = same.iter().filter_map(|&at| entries.get(at as usize));
                let mut highest = Rank::NONE;
                for entry in entries.filter(|entry| entry.whole == whole) {
                    numbers.push(entry.number);
                    highest = highest.max(entry.rank);
                }
                (highest, narrow(numbers.len()))
            };
            let (prefix, whole_from) = add(false);
            let (whole, to) = add(true);
            nodes.push(Node {
                start: narrow(bytes.len()),
                len: narrow(literal.len()),
                parent: narrow(parent.unwrap_or(nodes.len())),
                prefix: prefix.max(inherited.unwrap_or_default()),
                whole,
                numbers: [from, whole_from, to],
            });
            bytes.extend_from_slice(literal);
            ancestors.push((nodes.len() - 1, literal));
        }
        Self {
            order: sorted.order,
            bytes: bytes.into(),
            nodes: nodes.into(),
            numbers: numbers.into(),
        }
    }

    fn bytes(&self, node: &Node) -> &[u8] {
        self.bytes.get(node.start as usize..(node.start + node.len) as usize).unwrap_or_default()
    }

    /// The longest literal that the path begins with.
    fn longest(&self, path: &[u8], steps: &mut u64) -> Option<&Node> {
        let literal = |at: usize| self.nodes.get(at).map_or(&[][..], |node| self.bytes(node));
        let upper = self.order.upper_bound(path, literal, steps);
        let mut node = self.nodes.get(upper.checked_sub(1)?)?;
        let shared = common(self.bytes(node), path);
        while node.len as usize > shared {
            *steps += 1;
            match self.nodes.get(node.parent as usize) {
                Some(parent) if parent.len < node.len => node = parent,
                _ => return None,
            }
        }
        Some(node)
    }

    /// The highest rank among the literals that match the path.
    pub(super) fn highest(&self, path: &[u8], steps: &mut u64) -> Rank {
        match self.longest(path, steps) {
            Some(node) if node.len as usize == path.len() => node.prefix.max(node.whole),
            Some(node) => node.prefix,
            None => Rank::NONE,
        }
    }

    /// Calls `visit` with the numbers of all patterns that match the path.
    pub(super) fn each(&self, path: &[u8], visit: &mut dyn FnMut(u32)) {
        let Some(mut node) = self.longest(path, &mut 0) else { return };
        let mut visit_all = |from: u32, to: u32| {
            let numbers = self.numbers.get(from as usize..to as usize).unwrap_or_default();
            for &number in numbers {
                visit(number);
            }
        };
        if node.len as usize == path.len() {
            visit_all(node.numbers[1], node.numbers[2]);
        }
        loop {
            visit_all(node.numbers[0], node.numbers[1]);
            match self.nodes.get(node.parent as usize) {
                Some(parent) if parent.len < node.len => node = parent,
                _ => return,
            }
        }
    }
}

/// The length of the common prefix.
pub(super) fn common(one: &[u8], other: &[u8]) -> usize {
    let (eights, other_eights) = (one.as_chunks().0, other.as_chunks().0);
    let mut at = 0;
    for (eight, other) in eights.iter().zip(other_eights) {
        let differing = u64::from_le_bytes(*eight) ^ u64::from_le_bytes(*other);
        if differing != 0 {
            return at + differing.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = one.iter().zip(other).skip(at);
    at + rest.take_while(|(a, b)| a == b).count()
}

/// Narrows an offset into the bytes of patterns, which the ceiling on a file keeps below 32 bits.
pub(super) fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
