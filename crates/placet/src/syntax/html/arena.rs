//! Which element is inside which, while that can still change.
//!
//! No tree is built. A node is an element that something may have to be traced back to. Each node
//! owns one *slot*, which represents its inside; elements and text are in slots. To give the
//! children of an element to another one (adoption agency, HTML §13.2.6.4.7), the two exchange
//! their slots, so there is no list of children.
//!
//! Only elements on the stack of open elements ever move. So the contents of a closed and unmarked
//! element stay where that element is, and such elements are dropped when there are many of them.

/// The number of a node.
pub(super) type NodeId = u32;
/// The number of a slot: the inside of a node.
pub(super) type SlotId = u32;

/// The slot of the document itself.
pub(super) const DOCUMENT: SlotId = 0;
/// The slot of elements that were removed from the document.
pub(super) const NOWHERE: SlotId = 1;
/// No mark.
pub(super) const UNMARKED: u32 = u32::MAX;

/// What something belongs to: an element itself, or the inside of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    /// The element itself: its tags.
    At(NodeId),
    /// The owner of the slot.
    In(SlotId),
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// The slot that contains the element.
    parent_slot: SlotId,
    /// The slot that the element owns.
    inside: SlotId,
    /// The owner of the slot that has this node's number.
    owner: NodeId,
    /// The marked element that this node is or is a copy of.
    mark: u32,
    /// Whether it is on the stack of open elements, or must be kept for another reason.
    open: bool,
    used: bool,
}

/// All known nodes.
#[derive(Debug, Clone)]
pub(super) struct Arena {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    /// How many nodes there may be before some are dropped.
    ceiling: usize,
}

/// How many nodes there are at least before any are dropped.
const FEW: usize = 4_096;

impl Arena {
    pub(super) fn new() -> Self {
        let fixed = |number| Node {
            parent_slot: number,
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
            parent_slot: NOWHERE,
            inside: NOWHERE,
            owner: NOWHERE,
            mark: UNMARKED,
            open: true,
            used: true,
        })
    }

    /// Adds a node inside a slot.
    #[expect(clippy::cast_possible_truncation, reason = "a page has less than 4 G bytes")]
    pub(super) fn add(&mut self, parent_slot: SlotId, mark: u32, open: bool) -> NodeId {
        let id = self.free.pop().unwrap_or(self.nodes.len() as NodeId);
        let node = Node { parent_slot, inside: id, owner: id, mark, open, used: true };
        match self.nodes.get_mut(id as usize) {
            Some(entry) => *entry = node,
            None => self.nodes.push(node),
        }
        id
    }

    /// The slot that a node owns.
    pub(super) fn inside(&self, node: NodeId) -> SlotId {
        self.node(node).inside
    }

    /// The slot that contains a node.
    pub(super) fn parent_slot(&self, node: NodeId) -> SlotId {
        self.node(node).parent_slot
    }

    /// The node that owns a slot.
    pub(super) fn owner(&self, slot: SlotId) -> NodeId {
        self.node(slot).owner
    }

    /// The marked element that a node is.
    pub(super) fn mark(&self, node: NodeId) -> u32 {
        self.node(node).mark
    }

    /// Sets the marked element that a node is.
    pub(super) fn set_mark(&mut self, node: NodeId, mark: u32) {
        if let Some(node) = self.nodes.get_mut(node as usize) {
            node.mark = mark;
        }
    }

    /// Moves a node, with everything inside it.
    pub(super) fn move_to(&mut self, node: NodeId, slot: SlotId) {
        if let Some(node) = self.nodes.get_mut(node as usize) {
            node.parent_slot = slot;
        }
    }

    /// Moves everything inside `from` to `to`, which must be empty.
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

    /// Sets whether a node is on the stack of open elements.
    pub(super) fn set_open(&mut self, node: NodeId, open: bool) {
        if let Some(node) = self.nodes.get_mut(node as usize) {
            node.open = open;
        }
    }

    /// Whether a node is on the stack of open elements.
    pub(super) fn is_open(&self, node: NodeId) -> bool {
        self.node(node).open
    }

    /// The innermost marked element that `spot` belongs to, ignoring `except`, and whether it is in
    /// the document at all.
    pub(super) fn container(&self, spot: Spot, except: u32) -> (u32, bool) {
        let mut found = UNMARKED;
        let mut node = match spot {
            Spot::At(node) => node,
            Spot::In(within) => self.owner(within),
        };
        loop {
            let entry = self.node(node);
            if found == UNMARKED && entry.mark != except {
                found = entry.mark;
            }
            match node {
                DOCUMENT => return (found, true),
                NOWHERE => return (UNMARKED, false),
                _ => node = self.owner(entry.parent_slot),
            }
        }
    }

    /// Whether there are so many nodes that some should be dropped.
    pub(super) fn is_crowded(&self) -> bool {
        self.nodes.len() - self.free.len() > self.ceiling
    }

    /// The innermost slot around `slot`, or `slot` itself, that is not inside a closed and unmarked
    /// element.
    fn settled(&self, mut slot: SlotId) -> SlotId {
        loop {
            let owner = self.node(self.owner(slot));
            if owner.open || owner.mark != UNMARKED {
                return slot;
            }
            slot = owner.parent_slot;
        }
    }

    /// Same as [`settled`](Self::settled), for a spot.
    pub(super) fn settle(&self, spot: Spot) -> Spot {
        match spot {
            Spot::At(node) => {
                let entry = self.node(node);
                if entry.open || entry.mark != UNMARKED {
                    return spot;
                }
                Spot::In(self.settled(entry.parent_slot))
            }
            Spot::In(within) => Spot::In(self.settled(within)),
        }
    }

    /// Drops the nodes that are closed and unmarked, except `kept`. Spots that are still needed
    /// must have been settled.
    #[expect(clippy::cast_possible_truncation, reason = "a page has less than 4 G bytes")]
    pub(super) fn forget(&mut self, kept: &[NodeId]) {
        // First, moves their contents to the slots around them.
        for number in 0..self.nodes.len() {
            let entry = self.node(number as NodeId);
            if entry.used && (entry.open || entry.mark != UNMARKED) {
                let settled = self.settled(entry.parent_slot);
                self.move_to(number as NodeId, settled);
            }
        }
        // A slot is kept if its owner is, and a node unless it is both closed and unmarked. So a
        // number is kept if either needs it.
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
        // The other half of a kept number, its unneeded slot or node, is never accessed.
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
