//! Foreign content: SVG and `MathML` (HTML §13.2.6.5).

use crate::syntax::html::name::{Name, Namespace};
use crate::syntax::html::stack::Open;
use crate::syntax::html::tag::Tag;
use crate::syntax::html::tree::{Flow, Tree};

/// Whether the start tag cannot be in foreign content.
fn breaks_out(name: Name) -> bool {
    use Name::{
        B, Big, Blockquote, Body, Br, Center, Code, Dd, Div, Dl, Dt, Em, Embed, H1, H2, H3, H4, H5,
        H6, Head, Hr, I, Img, Li, Listing, Menu, Meta, Nobr, Ol, P, Pre, Ruby, S, Small, Span,
        Strike, Strong, Sub, Sup, Table, Tt, U, Ul, Var,
    };
    matches!(
        name,
        B | Big
            | Blockquote
            | Body
            | Br
            | Center
            | Code
            | Dd
            | Div
            | Dl
            | Dt
            | Em
            | Embed
            | H1
            | H2
            | H3
            | H4
            | H5
            | H6
            | Head
            | Hr
            | I
            | Img
            | Li
            | Listing
            | Menu
            | Meta
            | Nobr
            | Ol
            | P
            | Pre
            | Ruby
            | S
            | Small
            | Span
            | Strike
            | Strong
            | Sub
            | Sup
            | Table
            | Tt
            | U
            | Ul
            | Var
    )
}

impl Tree {
    /// Whether the current node is not an HTML element.
    pub(in crate::syntax::html) fn is_foreign(&self) -> bool {
        self.stack.current().is_some_and(|open| open.namespace != Namespace::Html)
    }

    /// Whether a start tag is processed as foreign content (HTML §13.2.6).
    pub(in crate::syntax::html) fn is_foreign_start(&self, tag: &Tag) -> bool {
        let Some(open) = self.stack.current() else { return false };
        if open.namespace == Namespace::Html || open.is_svg_html() {
            return false;
        }
        if open.is_math_text() {
            return matches!(tag.ident.name, Name::Mglyph | Name::Malignmark);
        }
        if open.namespace == Namespace::MathMl && open.ident.name == Name::AnnotationXml {
            return tag.ident.name != Name::Svg && !open.contains_html;
        }
        true
    }

    /// Whether text is processed as foreign content.
    pub(in crate::syntax::html) fn is_foreign_text(&self) -> bool {
        self.stack.current().is_some_and(|open| {
            let takes_html = open.is_svg_html() || open.is_math_text() || open.contains_html;
            open.namespace != Namespace::Html && !takes_html
        })
    }

    pub(in crate::syntax::html) fn foreign_start(&mut self, tag: &Tag) -> Flow {
        let name = tag.ident.name;
        if breaks_out(name) || name == Name::Font && tag.is_font() {
            self.leave_foreign();
            return self.start_in(self.mode, tag);
        }
        let namespace = self.stack.current().map_or(Namespace::Html, |open| open.namespace);
        self.insert_as(tag, namespace, !tag.self_closing);
        Flow::Done
    }

    /// Pops elements until HTML can be inserted.
    fn leave_foreign(&mut self) {
        self.pop_until(|open: &Open| {
            open.namespace == Namespace::Html || open.is_math_text() || open.is_svg_html()
        });
    }

    /// Opens `svg` or `math`.
    pub(super) fn enter_foreign(&mut self, tag: &Tag, namespace: Namespace) -> Flow {
        self.reconstruct();
        self.insert_as(tag, namespace, !tag.self_closing);
        Flow::Done
    }

    pub(in crate::syntax::html) fn foreign_end(&mut self, tag: &Tag) -> Flow {
        if matches!(tag.ident.name, Name::Br | Name::P) {
            self.leave_foreign();
            return self.end_in(self.mode, tag);
        }
        for at in (1..self.stack.len()).rev() {
            self.steps += 1;
            let Some(open) = self.stack.get(at).copied() else { break };
            if at + 1 < self.stack.len() && open.namespace == Namespace::Html {
                return self.end_in(self.mode, tag);
            }
            if open.ident.key == tag.ident.key {
                self.pop_to(at);
                return Flow::Done;
            }
        }
        Flow::Done
    }
}
