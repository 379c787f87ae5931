//! The stack of open elements (HTML §13.2.4.2).

use super::arena::NodeId;
use super::name::{BUCKETS, Called, Name, Space};

/// An open element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub(super) called: Called,
    pub(super) space: Space,
    pub(super) node: NodeId,
    /// Whether it is an `annotation-xml` that holds HTML (HTML §13.2.4.2).
    pub(super) holds_html: bool,
}

impl Open {
    /// Whether it is the HTML element of that name.
    #[inline]
    pub(super) fn is(&self, name: Name) -> bool {
        self.space == Space::Html && self.called.name == name
    }

    /// Whether it is an HTML element of whose name `test` is true.
    #[inline]
    pub(super) fn is_any(&self, test: impl Fn(Name) -> bool) -> bool {
        self.space == Space::Html && test(self.called.name)
    }

    /// A `MathML` text integration point (HTML §13.2.6.5).
    pub(super) fn is_math_text(&self) -> bool {
        use Name::{Mi, Mn, Mo, Ms, Mtext};
        self.space == Space::MathMl && matches!(self.called.name, Mi | Mn | Mo | Ms | Mtext)
    }

    /// An HTML integration point of SVG (HTML §13.2.6.5).
    pub(super) fn is_svg_html(&self) -> bool {
        use Name::{Desc, ForeignObject, Title};
        self.space == Space::Svg && matches!(self.called.name, Desc | ForeignObject | Title)
    }
}

/// What ends a scope (HTML §13.2.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Default,
    ListItem,
    Button,
    Table,
}

impl Scope {
    /// Whether the scope ends at `open`. Like html5ever's, the scope does not end at
    /// `annotation-xml`.
    fn ends_at(self, open: &Open) -> bool {
        use Name::{
            Applet, Button, Caption, Html, Marquee, Object, Ol, Select, Table, Td, Template, Th, Ul,
        };
        if open.space != Space::Html {
            return self != Self::Table && (open.is_math_text() || open.is_svg_html());
        }
        let name = open.called.name;
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

/// The stack. Its first element is `html`, its last the current node.
#[derive(Debug, Clone)]
pub(super) struct Stack {
    open: Vec<Open>,
    /// How many open HTML elements there are in each bucket of names.
    counts: [u16; BUCKETS],
    /// Of what was taken off, what stood lowest.
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

    /// Whether the current node is the HTML element of that name.
    #[inline]
    pub(super) fn is_at(&self, name: Name) -> bool {
        self.current().is_some_and(|open| open.is(name))
    }

    /// Whether an HTML element of that name is open.
    #[inline]
    pub(super) fn has(&self, name: Name) -> bool {
        name != Name::Other && self.counts.get(name as usize).is_some_and(|&count| count > 0)
    }

    /// Whether an HTML element of that name may be open.
    pub(super) fn may_have(&self, called: Called) -> bool {
        self.counts.get(called.bucket()).is_some_and(|&count| count > 0)
    }

    /// Whether an HTML element of that name is in scope.
    pub(super) fn has_in(&self, scope: Scope, name: Name) -> bool {
        self.has(name) && self.find_in(scope, |open| open.is(name))
    }

    /// Whether an element that `test` is true of is in scope.
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

    /// Where a node stands.
    pub(super) fn position(&self, node: NodeId) -> Option<usize> {
        self.open.iter().rposition(|open| open.node == node)
    }

    fn count(&mut self, open: &Open, by: i32) {
        if open.space == Space::Html
            && let Some(count) = self.counts.get_mut(open.called.bucket())
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

    /// Puts another element in the place of one.
    pub(super) fn replace(&mut self, at: usize, open: Open) {
        if let Some(old) = self.open.get(at).copied() {
            self.count(&old, -1);
            self.count(&open, 1);
        }
        if let Some(place) = self.open.get_mut(at) {
            *place = open;
        }
    }
}
