//! Tables, captions and column groups (HTML §13.2.6.4.9 to §13.2.6.4.12).

use super::Mode;
use super::body::is_hidden;
use crate::syntax::html::name::{Ident, Name};
use crate::syntax::html::stack::{Open, Scope};
use crate::syntax::html::tag::Tag;
use crate::syntax::html::tree::{Flow, Tree};

/// Whether the stack is cleared back to this element "in table".
fn is_table_context(open: &Open) -> bool {
    open.is_any(|name| matches!(name, Name::Html | Name::Table | Name::Template))
}

/// Whether it is a part of a table.
pub(super) fn is_part(name: Name) -> bool {
    use Name::{Caption, Col, Colgroup, Tbody, Td, Tfoot, Th, Thead, Tr};
    matches!(name, Caption | Col | Colgroup | Tbody | Td | Tfoot | Th | Thead | Tr)
}

impl Tree {
    pub(super) fn in_table_start(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Caption => {
                self.pop_until(is_table_context);
                self.formatting.push_marker();
                self.insert(tag);
                self.mode = Mode::InCaption;
            }
            Name::Colgroup => {
                self.pop_until(is_table_context);
                self.insert(tag);
                self.mode = Mode::InColumnGroup;
            }
            Name::Col => {
                self.pop_until(is_table_context);
                self.insert_implied(Ident::known(Name::Colgroup, b"colgroup"));
                return Flow::Again(Mode::InColumnGroup);
            }
            Name::Tbody | Name::Tfoot | Name::Thead => {
                self.pop_until(is_table_context);
                self.insert(tag);
                self.mode = Mode::InTableBody;
            }
            Name::Td | Name::Th | Name::Tr => {
                self.pop_until(is_table_context);
                self.insert_implied(Ident::known(Name::Tbody, b"tbody"));
                return Flow::Again(Mode::InTableBody);
            }
            Name::Table => {
                if self.close_table() {
                    return Flow::Again(self.reset_mode());
                }
            }
            Name::Style | Name::Script | Name::Template => return self.in_head_start(tag),
            Name::Input if is_hidden(tag) => self.insert_void(tag),
            Name::Form => {
                if !self.stack.has(Name::Template) && self.form.is_none() {
                    self.form = self.insert(tag);
                    self.pop();
                }
            }
            _ => return self.foster_start(tag),
        }
        Flow::Done
    }

    pub(super) fn in_table_end(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Table => {
                if self.close_table() {
                    self.mode = self.reset_mode();
                }
                Flow::Done
            }
            Name::Body | Name::Html => Flow::Done,
            name if is_part(name) => Flow::Done,
            Name::Template => self.in_head_end(tag),
            _ => self.foster_end(tag),
        }
    }

    /// Closes the table that is in scope. Returns whether there was one.
    fn close_table(&mut self) -> bool {
        let found = self.stack.has_in(Scope::Table, Name::Table);
        if found {
            self.pop_through(|open| open.is(Name::Table));
        }
        found
    }

    pub(super) fn in_caption_start(&mut self, tag: &Tag) -> Flow {
        if !is_part(tag.ident.name) {
            return self.in_body_start(tag);
        }
        if self.close_caption() { Flow::Again(Mode::InTable) } else { Flow::Done }
    }

    pub(super) fn in_caption_end(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Caption => {
                if self.close_caption() {
                    self.mode = Mode::InTable;
                }
                Flow::Done
            }
            Name::Table if self.close_caption() => Flow::Again(Mode::InTable),
            Name::Table | Name::Body | Name::Html => Flow::Done,
            name if is_part(name) => Flow::Done,
            _ => self.in_body_end(tag),
        }
    }

    /// Closes the caption that is in scope. Returns whether there was one.
    fn close_caption(&mut self) -> bool {
        let found = self.stack.has_in(Scope::Table, Name::Caption);
        if found {
            self.imply_end_tags(None);
            self.pop_through(|open| open.is(Name::Caption));
            self.formatting.clear_to_marker();
        }
        found
    }

    pub(super) fn in_column_group_start(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Html => self.in_body_start(tag),
            Name::Col => {
                self.insert_void(tag);
                Flow::Done
            }
            Name::Template => self.in_head_start(tag),
            _ => self.end_column_group(),
        }
    }

    pub(super) fn in_column_group_end(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Colgroup => {
                if self.stack.is_at(Name::Colgroup) {
                    self.pop();
                    self.mode = Mode::InTable;
                }
                Flow::Done
            }
            Name::Col => Flow::Done,
            Name::Template => self.in_head_end(tag),
            _ => self.end_column_group(),
        }
    }

    fn end_column_group(&mut self) -> Flow {
        if self.stack.is_at(Name::Colgroup) {
            self.pop();
            return Flow::Again(Mode::InTable);
        }
        Flow::Done
    }
}
