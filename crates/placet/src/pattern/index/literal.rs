//! Patterns that are a plain prefix, or a whole path.

use crate::law::rfc9309::Rank;
use crate::pattern::Pattern;

/// A literal and the ranks of the rules that are made of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'p> {
    octets: &'p [u8],
    /// Of a rule that matches every path beginning with the octets.
    prefix: Rank,
    /// Of a rule that matches the octets as a whole path.
    whole: Rank,
}

impl<'p> Entry<'p> {
    /// The literal that a pattern amounts to; none where it has a wildcard before its end.
    pub(super) fn new(pattern: Pattern<'p>, rank: Rank) -> Option<Self> {
        let body = pattern.body();
        let stars = body.iter().rev().take_while(|&&octet| octet == b'*').count();
        let octets = body.get(..body.len() - stars)?;
        if memchr::memchr(b'*', octets).is_some() || pattern.in_query().is_some() {
            return None;
        }
        // `/a*$` ends anywhere, so the anchor says nothing there.
        let whole = pattern.is_anchored() && stars == 0;
        let (prefix, whole) = if whole { (Rank::NONE, rank) } else { (rank, Rank::NONE) };
        Some(Self { octets, prefix, whole })
    }
}

/// Literals in order, each with the ranks of those it begins with folded in.
///
/// The longest literal that a path begins with is found from the last literal that does not sort
/// behind the path: it is that one or one of its ancestors, because all that sorts between a
/// prefix of a path and the path has that prefix too.
#[derive(Debug, Clone, Default)]
pub(super) struct Literals {
    octets: Box<[u8]>,
    nodes: Box<[Node]>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    start: u32,
    len: u32,
    /// The longest other literal that this one begins with; itself where there is none.
    parent: u32,
    /// The highest prefix rank of this literal and of all it begins with.
    prefix: Rank,
    whole: Rank,
}

impl Literals {
    pub(super) fn new(mut entries: Vec<Entry<'_>>) -> Self {
        entries.sort_unstable_by(|a, b| a.octets.cmp(b.octets));
        entries.dedup_by(|next, kept| {
            let same = next.octets == kept.octets;
            if same {
                kept.prefix = kept.prefix.max(next.prefix);
                kept.whole = kept.whole.max(next.whole);
            }
            same
        });
        let mut octets = Vec::with_capacity(entries.iter().map(|entry| entry.octets.len()).sum());
        let mut nodes: Vec<Node> = Vec::with_capacity(entries.len());
        // The literals that the one at hand begins with, shortest first.
        let mut ancestors: Vec<usize> = Vec::new();
        for (at, entry) in entries.iter().enumerate() {
            while let Some(&ancestor) = ancestors.last() {
                let shorter = entries.get(ancestor).map_or(&[][..], |entry| entry.octets);
                if entry.octets.starts_with(shorter) {
                    break;
                }
                ancestors.pop();
            }
            let parent = ancestors.last().copied();
            let inherited = parent.and_then(|parent| nodes.get(parent)).map(|node| node.prefix);
            nodes.push(Node {
                start: narrow(octets.len()),
                len: narrow(entry.octets.len()),
                parent: narrow(parent.unwrap_or(at)),
                prefix: entry.prefix.max(inherited.unwrap_or_default()),
                whole: entry.whole,
            });
            octets.extend_from_slice(entry.octets);
            ancestors.push(at);
        }
        Self { octets: octets.into(), nodes: nodes.into() }
    }

    fn octets(&self, node: &Node) -> &[u8] {
        self.octets.get(node.start as usize..(node.start + node.len) as usize).unwrap_or_default()
    }

    /// The highest rank among the literals that match the path.
    pub(super) fn highest(&self, path: &[u8], steps: &mut u64) -> Rank {
        let behind = self.nodes.partition_point(|node| {
            *steps += 1 + path.len().min(node.len as usize) as u64;
            self.octets(node) <= path
        });
        let Some(mut node) = behind.checked_sub(1).and_then(|last| self.nodes.get(last)) else {
            return Rank::NONE;
        };
        let literal = self.octets(node);
        let shared = literal.iter().zip(path).take_while(|(a, b)| a == b).count();
        if shared == literal.len() && shared == path.len() {
            return node.prefix.max(node.whole);
        }
        while node.len as usize > shared {
            *steps += 1;
            match self.nodes.get(node.parent as usize) {
                Some(parent) if parent.len < node.len => node = parent,
                _ => return Rank::NONE,
            }
        }
        node.prefix
    }
}

/// Offsets into the octets of patterns, which are bounded by the ceiling on a file.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
