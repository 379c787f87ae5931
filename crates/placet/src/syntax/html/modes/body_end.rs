//! End tags "in body" (HTML §13.2.6.4.7).

use super::Mode;
use super::body::is_plain_block;
use crate::syntax::html::name::{Ident, Name, Namespace};
use crate::syntax::html::stack::Scope;
use crate::syntax::html::tag::Tag;
use crate::syntax::html::tree::{Flow, Tree};

/// Whether the end tag closes only an element with its own name that is in scope.
fn closes_itself(name: Name) -> bool {
    is_plain_block(name) || matches!(name, Name::Button | Name::Listing | Name::Pre | Name::Select)
}

impl Tree {
    pub(super) fn in_body_end(&mut self, tag: &Tag) -> Flow {
        let name = tag.ident.name;
        match name {
            Name::Template => return self.in_head_end(tag),
            Name::Body => {
                if self.stack.has_in(Scope::Default, Name::Body) {
                    self.belongs_to(self.body);
                    self.mode = Mode::AfterBody;
                }
            }
            Name::Html => {
                if self.stack.has_in(Scope::Default, Name::Body) {
                    return Flow::Again(Mode::AfterBody);
                }
            }
            _ if closes_itself(name) => {
                self.close_in_scope(name);
            }
            Name::Form => self.form_end(),
            Name::P => {
                if !self.stack.has_in(Scope::Button, Name::P) {
                    self.imply_p();
                }
                self.close_p();
            }
            Name::Li | Name::Dd | Name::Dt => {
                let scope = if name == Name::Li { Scope::ListItem } else { Scope::Default };
                if self.stack.has_in(scope, name) {
                    self.imply_end_tags(Some(name));
                    self.pop_through(|open| open.is(name));
                }
            }
            _ if name.is_heading() => {
                if self.stack.find_in(Scope::Default, |open| open.is_any(Name::is_heading)) {
                    self.imply_end_tags(None);
                    self.pop_through(|open| open.is_any(Name::is_heading));
                }
            }
            _ if name.is_formatting() => self.adopt(tag.ident),
            Name::Applet | Name::Marquee | Name::Object => {
                if self.close_in_scope(name) {
                    self.formatting.clear_to_marker();
                }
            }
            Name::Br => {
                // It is treated as a start tag without attributes.
                self.reconstruct();
                self.frameset_ok = false;
            }
            _ => self.end_any_other(tag.ident),
        }
        Flow::Done
    }

    /// Closes the element with that name that is in scope. Returns whether there was one.
    fn close_in_scope(&mut self, name: Name) -> bool {
        let found = self.stack.has_in(Scope::Default, name);
        if found {
            self.imply_end_tags(None);
            self.pop_through(|open| open.is(name));
        }
        found
    }

    fn form_end(&mut self) {
        if self.stack.has(Name::Template) {
            self.close_in_scope(Name::Form);
            return;
        }
        let Some(form) = self.form.take() else { return };
        if self.stack.find_in(Scope::Default, |open| open.node == form) {
            self.imply_end_tags(None);
            self.remove_from_stack(form);
        }
    }

    /// Handles any other end tag.
    pub(in crate::syntax::html) fn end_any_other(&mut self, ident: Ident) {
        if !self.stack.may_have(ident) {
            return;
        }
        let mut found = None;
        for (at, open) in self.stack.iter().enumerate().rev() {
            self.steps += 1;
            if open.namespace == Namespace::Html && open.ident == ident {
                found = Some(at);
                break;
            }
            if open.is_any(Name::is_special) {
                return;
            }
        }
        let Some(at) = found else { return };
        self.pop_to(at);
    }

    /// Processes an end tag "in body" with foster parenting.
    pub(super) fn foster_end(&mut self, tag: &Tag) -> Flow {
        self.fostering = true;
        let flow = self.in_body_end(tag);
        self.fostering = false;
        flow
    }
}
