//! An index of patterns that are a plain prefix or a whole path.

use super::entry::{Entry, narrow, slice};
use super::order::Order;
use crate::vocabulary::Rank;

/// A literal, and the rank of its rule.
#[derive(Debug, Clone, Copy)]
pub(super) struct Literal<'t> {
    bytes: &'t [u8],
    /// Where in the text of the index it begins.
    start: u32,
    /// Whether it matches only the whole path, not every path that begins with it.
    whole: bool,
    rank: Rank,
    /// The number of its pattern among all patterns.
    number: u32,
}

impl<'t> Literal<'t> {
    /// The literal that a pattern is equivalent to, or `None` if it has a wildcard before its end.
    pub(super) fn new(text: &'t [u8], entry: &Entry) -> Option<Self> {
        let body = entry.body(text);
        let stars = body.iter().rev().take_while(|&&byte| byte == b'*').count();
        let bytes = body.get(..body.len() - stars)?;
        if memchr::memchr(b'*', bytes).is_some() || entry.in_query(text).is_some() {
            return None;
        }
        let Entry { start, anchored, rank, number, .. } = *entry;
        // `/a*$` can end anywhere, so the anchor has no effect.
        Some(Self { bytes, start, whole: anchored && stars == 0, rank, number })
    }
}

/// Literals in order. Each node includes the ranks of the literals that are its prefixes.
///
/// The longest literal that a path begins with is found from the last literal that is not greater
/// than the path: it is that literal or one of its ancestors, because everything that sorts between
/// a prefix of a path and the path has that prefix too.
#[derive(Debug, Clone, Default)]
pub(super) struct Literals {
    nodes: Box<[Node]>,
    order: Order,
    /// The numbers of the patterns, those of one node together.
    numbers: Box<[u32]>,
    /// For each node where in `numbers` the patterns begin that match every path with this prefix,
    /// where those begin that match it as a whole path, and where these end.
    numbers_of: Box<[[u32; 3]]>,
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
}

impl Literals {
    pub(super) fn new(literals: &[Literal<'_>]) -> Self {
        let literal = |at: usize| literals.get(at).map_or(&[][..], |literal| literal.bytes);
        let sorted = Order::sort(literals.len(), literal);
        let mut nodes: Vec<Node> = Vec::with_capacity(literals.len());
        let mut numbers = Vec::with_capacity(literals.len());
        let mut numbers_of = Vec::with_capacity(literals.len());
        // The prefixes of the current literal, shortest first.
        let mut ancestors: Vec<(usize, &[u8])> = Vec::new();
        for same in sorted.distinct() {
            let Some(first) = same.first().and_then(|&at| literals.get(at as usize)) else {
                continue;
            };
            let literal = first.bytes;
            while ancestors.pop_if(|(_, shorter)| !literal.starts_with(shorter)).is_some() {}
            let parent = ancestors.last().map(|&(parent, _)| parent);
            let inherited = parent.and_then(|parent| nodes.get(parent)).map(|node| node.prefix);
            let from = narrow(numbers.len());
            let mut add = |whole: bool| {
                let same = same.iter().filter_map(|&at| literals.get(at as usize));
                let mut highest = Rank::NONE;
                for literal in same.filter(|literal| literal.whole == whole) {
                    numbers.push(literal.number);
                    highest = highest.max(literal.rank);
                }
                (highest, narrow(numbers.len()))
            };
            let (prefix, whole_from) = add(false);
            let (whole, to) = add(true);
            nodes.push(Node {
                start: first.start,
                len: narrow(literal.len()),
                parent: narrow(parent.unwrap_or(nodes.len())),
                prefix: prefix.max(inherited.unwrap_or_default()),
                whole,
            });
            numbers_of.push([from, whole_from, to]);
            ancestors.push((nodes.len() - 1, literal));
        }
        Self {
            order: sorted.order,
            nodes: nodes.into(),
            numbers: numbers.into(),
            numbers_of: numbers_of.into(),
        }
    }

    /// The place of the longest literal that the path begins with; `text` is that of the index.
    fn longest(&self, text: &[u8], path: &[u8], steps: &mut u64) -> Option<(usize, &Node)> {
        let bytes = |node: &Node| slice(text, node.start, node.len);
        let literal = |at: usize| self.nodes.get(at).map_or(&[][..], bytes);
        let mut place = self.order.upper_bound(path, literal, steps).checked_sub(1)?;
        let mut node = self.nodes.get(place)?;
        let shared = common(bytes(node), path);
        while node.len as usize > shared {
            *steps += 1;
            (place, node) = self.parent(node)?;
        }
        Some((place, node))
    }

    /// The longest other literal that is a prefix of this one.
    fn parent(&self, node: &Node) -> Option<(usize, &Node)> {
        let place = node.parent as usize;
        self.nodes.get(place).filter(|parent| parent.len < node.len).map(|parent| (place, parent))
    }

    /// The highest rank among the literals that match the path.
    pub(super) fn highest(&self, text: &[u8], path: &[u8], steps: &mut u64) -> Rank {
        match self.longest(text, path, steps).map(|(_, node)| node) {
            Some(node) if node.len as usize == path.len() => node.prefix.max(node.whole),
            Some(node) => node.prefix,
            None => Rank::NONE,
        }
    }

    /// Calls `visit` with the numbers of all patterns that match the path.
    pub(super) fn each(&self, text: &[u8], path: &[u8], visit: &mut dyn FnMut(u32)) {
        let mut next = self.longest(text, path, &mut 0);
        while let Some((place, node)) = next {
            let [from, whole, to] = self.numbers_of.get(place).copied().unwrap_or_default();
            let to = if node.len as usize == path.len() { to } else { whole };
            let numbers = self.numbers.get(from as usize..to as usize).unwrap_or_default();
            for &number in numbers {
                visit(number);
            }
            next = self.parent(node);
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
