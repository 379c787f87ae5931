//! An index of patterns by their text before the first wildcard.

use std::cmp::Reverse;

use super::entry::{Entry, narrow, slice};
use super::order::Order;
use crate::pattern::Target;
use crate::vocabulary::Rank;

/// How many patterns with the same text before their first wildcard are tried on every path that
/// begins with it. Of more, the few that can match are found faster by their keys.
const FEW: usize = 4;

/// The text of a pattern before its first wildcard.
#[derive(Debug, Clone, Copy)]
pub(super) struct Literal<'t> {
    bytes: &'t [u8],
    matches: Matches,
    entry: Entry,
}

/// Which of the paths that begin with a literal its pattern matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Matches {
    /// All.
    Every,
    /// The one that ends there.
    Whole,
    /// Those with which the pattern is tried.
    Some,
}

impl<'t> Literal<'t> {
    /// The literal of a pattern, or `None` if most paths begin with it, but few of them match.
    pub(super) fn new(text: &'t [u8], entry: &Entry) -> Option<Self> {
        let body = entry.body(text);
        let (bytes, rest) =
            body.split_at_checked(memchr::memchr(b'*', body).unwrap_or(body.len()))?;
        let matches = match rest {
            [] if entry.anchored => Matches::Whole,
            // `/a*$` can end anywhere, so the anchor has no effect.
            _ if rest.iter().all(|&byte| byte == b'*') => Matches::Every,
            _ if bytes.len() > 1 => Matches::Some,
            _ => return None,
        };
        Some(Self { bytes, matches, entry: *entry })
    }
}

/// Literals in order. Each node includes the ranks of the literals that are its prefixes.
///
/// The longest literal that a path begins with is the [nearest](Order::nearest) or one of its
/// ancestors.
#[derive(Debug, Clone, Default)]
pub(super) struct Literals {
    nodes: Box<[Node]>,
    order: Order,
    /// The patterns of each node.
    members: Box<[Members]>,
    /// The numbers of the patterns that match every path with a literal, or the literal as a whole
    /// path, those of one node together.
    numbers: Box<[u32]>,
    /// The patterns to try, those of one node together, the highest rank first.
    tried: Box<[Entry]>,
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
    /// The highest rank of a pattern to try, of this literal or of one of its prefixes.
    tried: Rank,
}

#[derive(Debug, Clone, Copy)]
struct Members {
    /// Where in `numbers` the patterns begin that match every path with this prefix, where those
    /// begin that match it as a whole path, and where these end.
    numbers: [u32; 3],
    /// Where in `tried` its patterns begin and end.
    tried: [u32; 2],
}

impl Literals {
    /// Arranges literals. Returns also the patterns that are not found here, because too many have
    /// the same literal.
    pub(super) fn new(literals: &[Literal<'_>]) -> (Self, Vec<Entry>) {
        let literal = |at: usize| literals.get(at).map_or(&[][..], |literal| literal.bytes);
        let sorted = Order::sort(literals.len(), literal);
        let mut nodes: Vec<Node> = Vec::with_capacity(literals.len());
        let mut members = Vec::with_capacity(literals.len());
        let mut numbers = Vec::with_capacity(literals.len());
        let (mut tried, mut left) = (Vec::new(), Vec::new());
        // The prefixes of the current literal, shortest first.
        let mut ancestors: Vec<(usize, &[u8])> = Vec::new();
        for same in sorted.distinct() {
            let with = |matches: Matches| {
                let same = same.iter().filter_map(|&at| literals.get(at as usize));
                same.filter(move |it| it.matches == matches).map(|it| it.entry)
            };
            let Some(first) = same.first().and_then(|&at| literals.get(at as usize)) else {
                continue;
            };
            while ancestors.pop_if(|(_, shorter)| !first.bytes.starts_with(shorter)).is_some() {}
            let parent = ancestors.last().map(|&(parent, _)| parent);
            let inherited = parent.and_then(|parent| nodes.get(parent));
            let mut add = |matches: Matches| {
                let from = narrow(numbers.len());
                numbers.extend(with(matches).map(|it| it.number));
                (from, with(matches).map(|it| it.rank).max().unwrap_or_default())
            };
            let ((from, prefix), (whole_from, whole)) = (add(Matches::Every), add(Matches::Whole));
            let tried_from = tried.len();
            let few = if with(Matches::Some).count() > FEW { &mut left } else { &mut tried };
            few.extend(with(Matches::Some));
            let own = tried.get_mut(tried_from..).unwrap_or_default();
            own.sort_by_key(|it: &Entry| Reverse(it.rank));
            let highest = own.first().map(|it| it.rank).unwrap_or_default();
            nodes.push(Node {
                start: first.entry.start,
                len: narrow(first.bytes.len()),
                parent: narrow(parent.unwrap_or(nodes.len())),
                prefix: prefix.max(inherited.map(|it| it.prefix).unwrap_or_default()),
                whole,
                tried: highest.max(inherited.map(|it| it.tried).unwrap_or_default()),
            });
            members.push(Members {
                numbers: [from, whole_from, narrow(numbers.len())],
                tried: [narrow(tried_from), narrow(tried.len())],
            });
            ancestors.push((nodes.len() - 1, first.bytes));
        }
        let literals = Self {
            order: sorted.order,
            nodes: nodes.into(),
            members: members.into(),
            numbers: numbers.into(),
            tried: tried.into(),
        };
        (literals, left)
    }

    /// The place of the longest literal that the path begins with; `text` is that of the index.
    fn longest(&self, text: &[u8], path: &[u8], steps: &mut u64) -> Option<(usize, &Node)> {
        let bytes = |node: &Node| slice(text, node.start, node.len);
        let literal = |at: usize| self.nodes.get(at).map_or(&[][..], bytes);
        let (mut place, same) = self.order.nearest(path, literal, steps)?;
        let mut node = self.nodes.get(place)?;
        while node.len as usize > same {
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

    /// The patterns of a node to try.
    fn tried(&self, place: usize) -> &[Entry] {
        let [from, to] = self.members.get(place).map(|it| it.tried).unwrap_or_default();
        self.tried.get(from as usize..to as usize).unwrap_or_default()
    }

    /// The highest rank among the patterns that match.
    pub(super) fn highest(&self, text: &[u8], target: &Target<'_>, steps: &mut u64) -> Rank {
        let path = target.bytes();
        let mut next = self.longest(text, path, steps);
        let Some((_, node)) = next else { return Rank::NONE };
        let is_whole = node.len as usize == path.len();
        let mut highest = if is_whole { node.prefix.max(node.whole) } else { node.prefix };
        while let Some((place, node)) = next.filter(|(_, node)| node.tried > highest) {
            *steps += 1;
            for entry in self.tried(place).iter().take_while(|it| it.rank > highest) {
                *steps += 1;
                if entry.pattern(text).matches_after(node.len as usize, target, steps) {
                    highest = entry.rank;
                    break;
                }
            }
            next = self.parent(node);
        }
        highest
    }

    /// Calls `visit` with the numbers of all patterns that match.
    pub(super) fn each(&self, text: &[u8], target: &Target<'_>, visit: &mut dyn FnMut(u32)) {
        let path = target.bytes();
        let mut next = self.longest(text, path, &mut 0);
        while let Some((place, node)) = next {
            let [from, whole, to] =
                self.members.get(place).map(|it| it.numbers).unwrap_or_default();
            let to = if node.len as usize == path.len() { to } else { whole };
            let numbers = self.numbers.get(from as usize..to as usize).unwrap_or_default();
            let is_match =
                |it: &&Entry| it.pattern(text).matches_after(node.len as usize, target, &mut 0);
            let tried = self.tried(place).iter().filter(is_match);
            for number in numbers.iter().copied().chain(tried.map(|it| it.number)) {
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
