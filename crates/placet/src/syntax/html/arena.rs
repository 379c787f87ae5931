//! Which element lies in which, while that can still change.
//!
//! No tree is built. A node is an element that something may have to be traced back to. Each node
//! owns one *slot*, the place inside it; elements and text lie in slots. The children of an
//! element are given to another one (adoption agency, HTML §13.2.6.4.7) by letting the two change
//! slots, so there is no list of children.
//!
//! Only what is on the stack of open elements ever moves. So what lies in an element that is
//! closed and not marked lies, once and for all, where that element lies; such elements are
//! forgotten when there are many of them.

/// A node, by its number.
pub(super) type NodeId = u32;
/// The place inside a node, by its number.
pub(super) type SlotId = u32;

/// The place in the document itself.
pub(super) const DOCUMENT: SlotId = 0;
/// The place of what has been taken out of the document.
pub(super) const NOWHERE: SlotId = 1;
/// No mark.
pub(super) const UNMARKED: u32 = u32::MAX;

/// Where something belongs: to an element itself, or to what is inside one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    /// The element itself: its tags.
    At(NodeId),
    /// Whatever owns the slot.
    In(SlotId),
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// The slot that the element lies in.
    lies_in: SlotId,
    /// The slot that the element owns.
    inside: SlotId,
    /// The owner of the slot that has this node's number.
    owner: NodeId,
    /// The marked element that this node is, or is a copy of.
    mark: u32,
    /// Whether it is on the stack of open elements, or must be kept for another reason.
    open: bool,
    used: bool,
}

/// All nodes that are known.
#[derive(Debug, Clone)]
pub(super) struct Arena {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    /// How many nodes there may be before some are forgotten.
    ceiling: usize,
}

/// How many nodes there are at least before any are forgotten.
const FEW: usize = 4_096;

impl Arena {
    pub(super) fn new() -> Self {
        let fixed = |number| Node {
            lies_in: number,
            inside: number,
            owner: number,
            mark: UNMARKED,
            open: true,
            used: true,
        };
        Self { nodes: vec![fixed(DOCUMENT), fixed(NOWHERE)], free: Vec::new(), ceiling: FEW }
    }

    fn node(&self, node: NodeId) -> Node {
        self.nodes.get(node as usize).copied().unwrap_or(Node {
            lies_in: NOWHERE,
            inside: NOWHERE,
            owner: NOWHERE,
            mark: UNMARKED,
            open: true,
            used: true,
        })
    }

    /// A new node that lies in `lies_in`.
    #[expect(clippy::cast_possible_truncation, reason = "a page has less than 4 G bytes")]
    pub(super) fn add(&mut self, lies_in: SlotId, mark: u32, open: bool) -> NodeId {
        let id = self.free.pop().unwrap_or(self.nodes.len() as NodeId);
        let node = Node { lies_in, inside: id, owner: id, mark, open, used: true };
        match self.nodes.get_mut(id as usize) {
            Some(place) => *place = node,
            None => self.nodes.push(node),
        }
        id
    }

    /// The place inside a node.
    pub(super) fn inside(&self, node: NodeId) -> SlotId {
        self.node(node).inside
    }

    /// The place that a node lies in.
    pub(super) fn lies_in(&self, node: NodeId) -> SlotId {
        self.node(node).lies_in
    }

    /// The node that a place belongs to.
    pub(super) fn owner(&self, slot: SlotId) -> NodeId {
        self.node(slot).owner
    }

    /// The marked element that a node is.
    pub(super) fn mark(&self, node: NodeId) -> u32 {
        self.node(node).mark
    }

    /// Says that a node is the marked element `mark`.
    pub(super) fn set_mark(&mut self, node: NodeId, mark: u32) {
        if let Some(node) = self.nodes.get_mut(node as usize) {
            node.mark = mark;
        }
    }

    /// Moves a node, with all that is inside it.
    pub(super) fn move_to(&mut self, node: NodeId, slot: SlotId) {
        if let Some(node) = self.nodes.get_mut(node as usize) {
            node.lies_in = slot;
        }
    }

    /// Gives all that is inside `from` to `to`, which was empty.
    pub(super) fn give_children(&mut self, from: NodeId, to: NodeId) {
        let (full, empty) = (self.inside(from), self.inside(to));
        for (node, slot) in [(from, empty), (to, full)] {
            if let Some(entry) = self.nodes.get_mut(node as usize) {
                entry.inside = slot;
            }
            if let Some(entry) = self.nodes.get_mut(slot as usize) {
                entry.owner = node;
            }
        }
    }

    /// Says whether a node is on the stack of open elements.
    pub(super) fn set_open(&mut self, node: NodeId, open: bool) {
        if let Some(node) = self.nodes.get_mut(node as usize) {
            node.open = open;
        }
    }

    /// Whether a node is on the stack of open elements.
    pub(super) fn is_open(&self, node: NodeId) -> bool {
        self.node(node).open
    }

    /// The innermost marked element that `spot` belongs to, leaving `except` aside; and whether it
    /// is in the document at all.
    pub(super) fn holder(&self, spot: Spot, except: u32) -> (u32, bool) {
        let mut found = UNMARKED;
        let mut node = match spot {
            Spot::At(node) => node,
            Spot::In(place) => self.owner(place),
        };
        loop {
            let entry = self.node(node);
            if found == UNMARKED && entry.mark != except {
                found = entry.mark;
            }
            match node {
                DOCUMENT => return (found, true),
                NOWHERE => return (UNMARKED, false),
                _ => node = self.owner(entry.lies_in),
            }
        }
    }

    /// Whether there are so many nodes that some should be forgotten.
    pub(super) fn is_crowded(&self) -> bool {
        self.nodes.len() - self.free.len() > self.ceiling
    }

    /// The place, further out if need be, that is not inside a closed and unmarked element.
    fn settled(&self, mut slot: SlotId) -> SlotId {
        loop {
            let owner = self.node(self.owner(slot));
            if owner.open || owner.mark != UNMARKED {
                return slot;
            }
            slot = owner.lies_in;
        }
    }

    /// The same for a spot.
    pub(super) fn settle(&self, spot: Spot) -> Spot {
        match spot {
            Spot::At(node) => {
                let entry = self.node(node);
                if entry.open || entry.mark != UNMARKED {
                    return spot;
                }
                Spot::In(self.settled(entry.lies_in))
            }
            Spot::In(place) => Spot::In(self.settled(place)),
        }
    }

    /// Forgets the nodes that are closed and unmarked, `kept` aside. Spots that are still wanted
    /// must have been settled.
    #[expect(clippy::cast_possible_truncation, reason = "a page has less than 4 G bytes")]
    pub(super) fn forget(&mut self, kept: &[NodeId]) {
        // First of all, what lies in them lies further out.
        for number in 0..self.nodes.len() {
            let entry = self.node(number as NodeId);
            if entry.used && (entry.open || entry.mark != UNMARKED) {
                let settled = self.settled(entry.lies_in);
                self.move_to(number as NodeId, settled);
            }
        }
        // A slot is kept if its owner is, a node if it is not both closed and unmarked; so the
        // number of each is kept that is needed for one or the other.
        let mut needed = vec![false; self.nodes.len()];
        let mut need = |number: u32| {
            if let Some(needed) = needed.get_mut(number as usize) {
                *needed = true;
            }
        };
        for (number, entry) in self.nodes.iter().enumerate() {
            if entry.used && (entry.open || entry.mark != UNMARKED) {
                need(number as u32);
                need(entry.inside);
            }
        }
        for &node in kept {
            need(node);
            need(self.inside(node));
        }
        // The other halves: who owns a kept number's slot, and where that owner's own slot is, are
        // never asked for when neither was needed.
        self.free.clear();
        for (number, needed) in needed.iter().enumerate().rev() {
            if !needed {
                if let Some(entry) = self.nodes.get_mut(number) {
                    entry.used = false;
                    entry.mark = UNMARKED;
                    entry.open = false;
                }
                self.free.push(number as NodeId);
            }
        }
        self.ceiling = FEW + 2 * (self.nodes.len() - self.free.len());
    }
}
