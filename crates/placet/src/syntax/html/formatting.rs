//! The list of active formatting elements (HTML §13.2.4.3) and the adoption agency
//! (HTML §13.2.6.4.7).

use super::arena::{NodeId, Spot};
use super::name::{Ident, Name, Namespace};
use super::stack::{Open, Scope};
use super::tag::Tag;
use super::tree::Tree;
use crate::text::limits;

/// A formatting element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Format {
    node: NodeId,
    ident: Ident,
    /// A hash of its attributes.
    fingerprint: u64,
    mark: u32,
}

#[derive(Debug, Clone, Copy)]
enum Entry {
    /// This many adjacent markers.
    Markers(u32),
    Element(Format),
}

/// The list. The last entry is the most recent.
#[derive(Debug, Clone)]
pub(super) struct Formatting {
    entries: Vec<Entry>,
}

impl Formatting {
    pub(super) fn new() -> Self {
        Self { entries: Vec::new() }
    }

    pub(super) fn push_marker(&mut self) {
        match self.entries.last_mut() {
            Some(Entry::Markers(count)) => *count += 1,
            _ => self.entries.push(Entry::Markers(1)),
        }
    }

    /// Clears the list up to the last marker.
    pub(super) fn clear_to_marker(&mut self) {
        loop {
            match self.entries.last_mut() {
                Some(Entry::Markers(count)) if *count > 1 => {
                    *count -= 1;
                    return;
                }
                Some(Entry::Element(_)) => self.entries.pop(),
                _ => {
                    self.entries.pop();
                    return;
                }
            };
        }
    }

    /// All nodes in the list.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Element(format) => Some(format.node),
            Entry::Markers(_) => None,
        })
    }

    /// The elements after the last marker with their indices, most recent first.
    fn recent(&self) -> impl Iterator<Item = (usize, &Format)> {
        self.entries.iter().enumerate().rev().map_while(|(at, entry)| match entry {
            Entry::Element(format) => Some((at, format)),
            Entry::Markers(_) => None,
        })
    }

    fn position(&self, node: NodeId) -> Option<usize> {
        self.entries
            .iter()
            .rposition(|entry| matches!(entry, Entry::Element(format) if format.node == node))
    }

    fn remove(&mut self, at: usize) {
        if at < self.entries.len() {
            self.entries.remove(at);
        }
    }

    fn element(&self, at: usize) -> Option<Format> {
        match self.entries.get(at) {
            Some(Entry::Element(format)) => Some(*format),
            _ => None,
        }
    }

    fn set(&mut self, at: usize, format: Format) {
        if let Some(entry) = self.entries.get_mut(at) {
            *entry = Entry::Element(format);
        }
    }
}

/// Where in the list the new element goes.
enum Bookmark {
    Replace(NodeId),
    After(NodeId),
}

impl Tree {
    /// Inserts a formatting element. If three equal ones are active, the earliest is removed from
    /// the list (HTML §13.2.4.3, "Noah's Ark clause").
    pub(super) fn insert_formatting(&mut self, tag: &Tag) {
        let equal =
            |format: &Format| format.ident == tag.ident && format.fingerprint == tag.fingerprint;
        let mut count = 0;
        let mut earliest = None;
        for (at, format) in self.formatting.recent() {
            self.steps += 1;
            if equal(format) {
                count += 1;
                earliest = Some(at);
            }
        }
        if count >= 3
            && let Some(at) = earliest
        {
            self.formatting.remove(at);
        }
        let Some(node) = self.insert(tag) else { return };
        let mark = self.arena.mark(node);
        let format = Format { node, ident: tag.ident, fingerprint: tag.fingerprint, mark };
        self.formatting.entries.push(Entry::Element(format));
        if self.formatting.entries.len() > limits::FORMATTING {
            self.cut();
        }
    }

    /// Creates a copy of a formatting element that is not in the document yet.
    fn copy(&mut self, format: Format) -> Open {
        self.copies += 1;
        if self.copies > limits::FORMATTING_COPIES {
            self.cut();
        }
        let node = self.arena.add(super::arena::NOWHERE, format.mark, true);
        Open { ident: format.ident, namespace: Namespace::Html, node, contains_html: false }
    }

    /// Reconstructs the active formatting elements (HTML §13.2.4.3).
    pub(super) fn reconstruct(&mut self) {
        let is_settled = |entry: &Entry| match entry {
            Entry::Markers(_) => true,
            Entry::Element(format) => self.arena.is_open(format.node),
        };
        let entries = &self.formatting.entries;
        let first = entries.iter().rposition(is_settled).map_or(0, |at| at + 1);
        for at in first..entries.len() {
            let Some(format) = self.formatting.element(at) else { return };
            self.steps += 1;
            let copy = self.copy(format);
            let place = self.place(None);
            self.arena.move_to(copy.node, place);
            self.push(copy);
            if self.lost_body {
                self.facts.replace(format.node, copy.node);
            }
            self.formatting.set(at, Format { node: copy.node, ..format });
            if self.is_cut {
                return;
            }
        }
    }

    /// Closes an `a` that another `a` follows (HTML §13.2.6.4.7, start tag "a").
    pub(super) fn close_open_a(&mut self) {
        let found = self.formatting.recent().find(|(_, format)| format.ident.name == Name::A);
        let Some(node) = found.map(|(_, format)| format.node) else { return };
        self.adopt(Ident::known(Name::A, b"a"));
        if let Some(at) = self.formatting.position(node) {
            self.formatting.remove(at);
        }
        self.remove_from_stack(node);
    }

    /// The adoption agency algorithm for an end tag (HTML §13.2.6.4.7).
    pub(super) fn adopt(&mut self, subject: Ident) {
        if let Some(open) = self.stack.current()
            && open.is(subject.name)
            && self.formatting.position(open.node).is_none()
        {
            self.pop();
            return;
        }
        for _ in 0..8 {
            self.steps += 1;
            let found = self.formatting.recent().find(|(_, format)| format.ident == subject);
            let Some((format_at, format)) = found.map(|(at, format)| (at, *format)) else {
                self.end_any_other(subject);
                return;
            };
            let Some(stack_at) = self.stack.position(format.node) else {
                self.formatting.remove(format_at);
                return;
            };
            if !self.stack.find_in(Scope::Default, |open| open.node == format.node) {
                return;
            }
            let block = self.stack.iter().skip(stack_at).position(|it| it.is_any(Name::is_special));
            let Some(block_at) = block.map(|at| at + stack_at) else {
                self.pop_to(stack_at);
                self.formatting.remove(format_at);
                return;
            };
            self.adopt_block(format, stack_at, block_at);
        }
    }

    /// One iteration of the algorithm, from the common ancestor on.
    fn adopt_block(&mut self, format: Format, stack_at: usize, block_at: usize) {
        let ancestor = stack_at.checked_sub(1).and_then(|at| self.stack.get(at)).copied();
        let block = self.stack.get(block_at).copied();
        let (Some(ancestor), Some(block)) = (ancestor, block) else { return };
        let mut bookmark = Bookmark::Replace(format.node);
        let mut last = block.node;
        let mut at = block_at;
        let mut rounds = 0;
        loop {
            rounds += 1;
            self.steps += 1;
            at -= 1;
            let Some(node) = self.stack.get(at).copied() else { return };
            if node.node == format.node {
                break;
            }
            let position = self.formatting.position(node.node);
            let active = position.and_then(|at| self.formatting.element(at));
            let (Some(position), Some(active)) = (position, active) else {
                self.remove_at(at);
                continue;
            };
            if rounds > 3 {
                self.formatting.remove(position);
                self.remove_at(at);
                continue;
            }
            let copy = self.copy(active);
            self.arena.set_open(node.node, false);
            self.stack.replace(at, copy);
            self.formatting.set(position, Format { node: copy.node, ..active });
            if last == block.node {
                bookmark = Bookmark::After(copy.node);
            }
            let inside = self.arena.inside(copy.node);
            self.arena.move_to(last, inside);
            last = copy.node;
        }
        let place = self.place(Some(&ancestor));
        self.arena.move_to(last, place);
        let copy = self.copy(format);
        self.arena.give_children(block.node, copy.node);
        let inside = self.arena.inside(block.node);
        self.arena.move_to(copy.node, inside);
        let entry = Format { node: copy.node, ..format };
        match bookmark {
            Bookmark::Replace(node) => {
                if let Some(at) = self.formatting.position(node) {
                    self.formatting.set(at, entry);
                }
            }
            Bookmark::After(node) => {
                if let Some(at) = self.formatting.position(node) {
                    self.formatting.entries.insert(at + 1, Entry::Element(entry));
                }
                if let Some(at) = self.formatting.position(format.node) {
                    self.formatting.remove(at);
                }
            }
        }
        self.remove_from_stack(format.node);
        if let Some(at) = self.stack.position(block.node) {
            self.stack.insert(at + 1, copy);
        }
        // The end tag belongs to the element for which it was written.
        self.spot.get_or_insert(Spot::At(format.node));
    }
}
