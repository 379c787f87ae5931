//! Inserts elements (HTML §13.2.6.1) and updates the stack.

use super::arena::{DOCUMENT, NodeId, SlotId, Spot, UNMARKED};
use super::attribute::Kept;
use super::facts::Added;
use super::name::{Ident, Name, Namespace};
use super::stack::Open;
use super::tag::Tag;
use super::tree::Tree;
use crate::text::limits;

/// Which attributes `html` or `body` has so far.
#[derive(Debug, Clone, Default)]
pub(super) struct SeenAttributes {
    class: bool,
    id: bool,
    no_snippet: bool,
    id_text: Option<Box<str>>,
}

impl Tree {
    /// The appropriate place for inserting a node (HTML §13.2.6.1).
    pub(super) fn place(&self, target: Option<&Open>) -> SlotId {
        let Some(target) = target.or(self.stack.current()) else { return DOCUMENT };
        if !(self.fostering && target.is_any(Name::is_table_part)) {
            return self.arena.inside(target.node);
        }
        for open in self.stack.iter().rev() {
            if open.is(Name::Template) {
                return self.arena.inside(open.node);
            }
            if open.is(Name::Table) {
                return self.arena.parent_slot(open.node);
            }
        }
        self.html.map_or(DOCUMENT, |html| self.arena.inside(html))
    }

    /// Inserts an HTML element for a tag, and opens it.
    pub(super) fn insert(&mut self, tag: &Tag) -> Option<NodeId> {
        self.insert_as(tag, Namespace::Html, true)
    }

    /// Inserts an HTML element that has no content.
    pub(super) fn insert_void(&mut self, tag: &Tag) {
        self.insert_as(tag, Namespace::Html, false);
    }

    /// Inserts an element. One that is not opened gets a node only if it is marked.
    pub(super) fn insert_as(
        &mut self,
        tag: &Tag,
        namespace: Namespace,
        opens: bool,
    ) -> Option<NodeId> {
        let place = self.place(None);
        let described = if tag.is_plain() || self.facts.metas_only {
            None
        } else {
            self.facts.describe(tag, Added::ALL)
        };
        let node = (opens || described.is_some()).then(|| self.arena.add(place, UNMARKED, opens));
        self.spot = Some(node.map_or(Spot::In(place), Spot::At));
        let spot = node.map_or(Spot::In(place), Spot::At);
        if tag.ident.name == Name::Meta && namespace == Namespace::Html {
            let in_head = self.is_in_head(place);
            if !self.facts.add_meta(tag, in_head, spot) {
                self.cut();
            }
        }
        let is_signal = matches!(tag.ident.name, Name::Link | Name::Script | Name::Base);
        if is_signal && namespace == Namespace::Html {
            let in_head = self.is_in_head(place);
            if !self.facts.add_signal(tag, in_head, spot) {
                self.cut();
            }
        }
        if let (Some(mut element), Some(node)) = (described, node) {
            element.id = self.facts.id(tag);
            // HTML has no `image` element (HTML §13.2.6.4.7).
            if tag.ident.name == Name::Image && namespace == Namespace::Html {
                element.tag = "img".into();
            }
            self.mark(node, element);
        }
        self.facts.add_id(tag, spot);
        if let Some(node) = node.filter(|_| opens) {
            let contains_html = namespace == Namespace::MathMl
                && tag.ident.name == Name::AnnotationXml
                && is_html_encoding(tag);
            self.push(Open { ident: tag.ident, namespace, node, contains_html });
        }
        node
    }

    /// Inserts an element that no tag was written for, and opens it.
    pub(super) fn insert_implied(&mut self, ident: Ident) -> NodeId {
        let place = self.place(None);
        let node = self.arena.add(place, UNMARKED, true);
        self.push(Open { ident, namespace: Namespace::Html, node, contains_html: false });
        node
    }

    #[expect(clippy::cast_possible_truncation, reason = "there is a ceiling on elements")]
    fn mark(&mut self, node: NodeId, element: super::Element) {
        self.arena.set_mark(node, self.facts.elements.len() as u32);
        if !self.facts.add_element(element, node) {
            self.cut();
        }
    }

    /// Whether the slot `place` is in the head, and not inside a template.
    fn is_in_head(&self, place: SlotId) -> bool {
        let owner = self.arena.owner(place);
        let Some(head) = self.head else { return false };
        let in_noscript = self.stack.is_at(Name::Noscript)
            && self.stack.current().is_some_and(|open| open.node == owner)
            && self.arena.owner(self.arena.parent_slot(owner)) == head;
        owner == head || in_noscript
    }

    /// Adds to `html` or `body` those attributes of a later tag that it does not have yet (HTML
    /// §13.2.6.4.7).
    pub(super) fn add_attributes(&mut self, node: NodeId, tag: &Tag) {
        self.spot = Some(Spot::At(node));
        if self.facts.metas_only {
            return;
        }
        let is_body = Some(node) == self.body;
        let seen = if is_body { &mut self.body_seen } else { &mut self.html_seen };
        let added = Added {
            class: !seen.class && tag.value(Kept::Class).is_some(),
            id: !seen.id && tag.value(Kept::Id).is_some(),
            no_snippet: !seen.no_snippet && tag.no_snippet(),
        };
        seen.class |= added.class;
        seen.id |= added.id;
        seen.no_snippet |= added.no_snippet;
        if added.id {
            seen.id_text = self.facts.id(tag);
            self.facts.add_id(tag, Spot::At(node));
        }
        let id = seen.id_text.clone();
        let described = self.facts.describe(tag, added);
        let mark = self.arena.mark(node);
        match (self.facts.elements.get_mut(mark as usize), described) {
            (None, Some(mut element)) => {
                element.id = id;
                self.mark(node, element);
            }
            (Some((element, _)), described) => {
                if added.id {
                    element.id = id;
                }
                if let Some(more) = described {
                    element.tokens.extend(more.tokens);
                    element.classes.extend(more.classes);
                    element.nosnippet |= more.nosnippet;
                    element.selected |= more.selected;
                }
            }
            (None, None) => {}
        }
    }

    /// Records which attributes a new `html` or `body` has.
    pub(super) fn record_attributes(&mut self, node: NodeId, tag: &Tag) {
        let seen = SeenAttributes {
            class: tag.value(Kept::Class).is_some(),
            id: tag.value(Kept::Id).is_some(),
            no_snippet: tag.no_snippet(),
            id_text: self.facts.id(tag),
        };
        if Some(node) == self.body {
            self.body_seen = seen;
        } else {
            self.html_seen = seen;
        }
    }

    pub(super) fn push(&mut self, open: Open) {
        self.arena.set_open(open.node, true);
        self.stack.push(open);
        if self.stack.len() > limits::PAGE_DEPTH {
            self.cut();
        }
    }

    pub(super) fn pop(&mut self) {
        if let Some(open) = self.stack.pop() {
            self.close(open.node);
        }
    }

    /// Pops all elements from index `at` on.
    pub(super) fn pop_to(&mut self, at: usize) {
        while self.stack.len() > at {
            self.steps += 1;
            self.pop();
        }
    }

    pub(super) fn remove_at(&mut self, at: usize) {
        if let Some(open) = self.stack.remove(at) {
            self.close(open.node);
        }
    }

    pub(super) fn remove_from_stack(&mut self, node: NodeId) {
        if let Some(at) = self.stack.position(node) {
            self.remove_at(at);
        }
    }

    /// Handles an element that was removed from the stack. `html`, `head` and `body` are still
    /// needed.
    fn close(&mut self, node: NodeId) {
        if ![self.html, self.head, self.body].contains(&Some(node)) {
            self.arena.set_open(node, false);
        }
    }

    /// Pops elements until `test` is true for the current node.
    pub(super) fn pop_until(&mut self, test: impl Fn(&Open) -> bool) {
        while self.stack.current().is_some_and(|open| !test(open)) {
            self.steps += 1;
            self.pop();
        }
    }

    /// Pops elements up to and including one for which `test` is true.
    pub(super) fn pop_through(&mut self, test: impl Fn(&Open) -> bool) {
        self.pop_until(test);
        self.pop();
    }

    /// Generates implied end tags (HTML §13.2.6.3), except for `except`.
    pub(super) fn imply_end_tags(&mut self, except: Option<Name>) {
        self.pop_until(|open| !open.is_any(|name| name.is_implied() && Some(name) != except));
    }
}

/// Whether an `annotation-xml` contains HTML (HTML §13.2.6.5).
fn is_html_encoding(tag: &Tag) -> bool {
    tag.value(Kept::Kind).is_some_and(|raw| {
        let value = super::reference::value(&String::from_utf8_lossy(raw));
        value.eq_ignore_ascii_case("text/html")
            || value.eq_ignore_ascii_case("application/xhtml+xml")
    })
}
