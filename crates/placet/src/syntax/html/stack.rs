//! The stack of open elements (HTML §13.2.4.2).

use super::arena::NodeId;
use super::name::{BUCKETS, Ident, Name, Namespace};

/// An open element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub(super) ident: Ident,
    pub(super) namespace: Namespace,
    pub(super) node: NodeId,
    /// Whether it is an `annotation-xml` that contains HTML (HTML §13.2.4.2).
    pub(super) contains_html: bool,
}

impl Open {
    /// Whether it is the HTML element with that name.
    #[inline]
    pub(super) fn is(&self, name: Name) -> bool {
        self.namespace == Namespace::Html && self.ident.name == name
    }

    /// Whether it is an HTML element for whose name `test` is true.
    #[inline]
    pub(super) fn is_any(&self, test: impl Fn(Name) -> bool) -> bool {
        self.namespace == Namespace::Html && test(self.ident.name)
    }

    /// Whether it is a `MathML` text integration point (HTML §13.2.6.5).
    pub(super) fn is_math_text(&self) -> bool {
        use Name::{Mi, Mn, Mo, Ms, Mtext};
        self.namespace == Namespace::MathMl && matches!(self.ident.name, Mi | Mn | Mo | Ms | Mtext)
    }

    /// Whether it is an HTML integration point of SVG (HTML §13.2.6.5).
    pub(super) fn is_svg_html(&self) -> bool {
        use Name::{Desc, ForeignObject, Title};
        self.namespace == Namespace::Svg && matches!(self.ident.name, Desc | ForeignObject | Title)
    }
}

/// A kind of scope (HTML §13.2.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Default,
    ListItem,
    Button,
    Table,
}

impl Scope {
    /// Whether the scope ends at `open`. As in html5ever, it does not end at `annotation-xml`.
    fn ends_at(self, open: &Open) -> bool {
        use Name::{
            Applet, Button, Caption, Html, Marquee, Object, Ol, Select, Table, Td, Template, Th, Ul,
        };
        if open.namespace != Namespace::Html {
            return self != Self::Table && (open.is_math_text() || open.is_svg_html());
        }
        let name = open.ident.name;
        if self == Self::Table {
            return matches!(name, Html | Table | Template);
        }
        matches!(
            name,
            Applet | Caption | Html | Marquee | Object | Select | Table | Td | Template | Th
        ) || self == Self::ListItem && matches!(name, Ol | Ul)
            || self == Self::Button && name == Button
    }
}

/// The stack. The first element is `html`, the last is the current node.
#[derive(Debug, Clone)]
pub(super) struct Stack {
    open: Vec<Open>,
    /// The number of open HTML elements in each bucket of names.
    counts: [u16; BUCKETS],
    /// The lowest element that was removed.
    pub(super) closed: Option<(usize, NodeId)>,
}

impl Stack {
    pub(super) fn new() -> Self {
        Self { open: Vec::new(), counts: [0; BUCKETS], closed: None }
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// The current node.
    #[inline]
    pub(super) fn current(&self) -> Option<&Open> {
        self.open.last()
    }

    pub(super) fn get(&self, at: usize) -> Option<&Open> {
        self.open.get(at)
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, Open> {
        self.open.iter()
    }

    /// Whether the current node is the HTML element with that name.
    #[inline]
    pub(super) fn is_at(&self, name: Name) -> bool {
        self.current().is_some_and(|open| open.is(name))
    }

    /// Whether an HTML element with that name is open.
    #[inline]
    pub(super) fn has(&self, name: Name) -> bool {
        name != Name::Other && self.counts.get(name as usize).is_some_and(|&count| count > 0)
    }

    /// Whether an HTML element with that name may be open.
    pub(super) fn may_have(&self, ident: Ident) -> bool {
        self.counts.get(ident.bucket()).is_some_and(|&count| count > 0)
    }

    /// Whether an HTML element with that name is in scope.
    pub(super) fn has_in(&self, scope: Scope, name: Name) -> bool {
        self.has(name) && self.find_in(scope, |open| open.is(name))
    }

    /// Whether an element for which `test` is true is in scope.
    pub(super) fn find_in(&self, scope: Scope, test: impl Fn(&Open) -> bool) -> bool {
        for open in self.open.iter().rev() {
            if test(open) {
                return true;
            }
            if scope.ends_at(open) {
                return false;
            }
        }
        false
    }

    /// The index of a node.
    pub(super) fn position(&self, node: NodeId) -> Option<usize> {
        self.open.iter().rposition(|open| open.node == node)
    }

    fn count(&mut self, open: &Open, by: i32) {
        if open.namespace == Namespace::Html
            && let Some(count) = self.counts.get_mut(open.ident.bucket())
        {
            *count = count.saturating_add_signed(if by > 0 { 1 } else { -1 });
        }
    }

    pub(super) fn push(&mut self, open: Open) {
        self.count(&open, 1);
        self.open.push(open);
    }

    pub(super) fn insert(&mut self, at: usize, open: Open) {
        self.count(&open, 1);
        self.open.insert(at.min(self.open.len()), open);
    }

    pub(super) fn pop(&mut self) -> Option<Open> {
        self.remove(self.open.len().checked_sub(1)?)
    }

    pub(super) fn remove(&mut self, at: usize) -> Option<Open> {
        if at >= self.open.len() {
            return None;
        }
        let open = self.open.remove(at);
        self.count(&open, -1);
        if self.closed.is_none_or(|(lowest, _)| at < lowest) {
            self.closed = Some((at, open.node));
        }
        Some(open)
    }

    /// Replaces an element with another.
    pub(super) fn replace(&mut self, at: usize, open: Open) {
        if let Some(old) = self.open.get(at).copied() {
            self.count(&old, -1);
            self.count(&open, 1);
        }
        if let Some(entry) = self.open.get_mut(at) {
            *entry = open;
        }
    }
}
