//! Table bodies, rows and cells (HTML §13.2.6.4.13 to §13.2.6.4.15).

use super::Mode;
use super::table::is_part;
use crate::syntax::html::name::{Ident, Name};
use crate::syntax::html::stack::{Open, Scope};
use crate::syntax::html::tag::Tag;
use crate::syntax::html::tree::{Flow, Tree};

/// Whether the stack is cleared back to this element "in table body".
fn is_body_context(open: &Open) -> bool {
    use Name::{Html, Tbody, Template, Tfoot, Thead};
    open.is_any(|name| matches!(name, Html | Tbody | Template | Tfoot | Thead))
}

/// Whether the stack is cleared back to this element "in row".
fn is_row_context(open: &Open) -> bool {
    open.is_any(|name| matches!(name, Name::Html | Name::Template | Name::Tr))
}

impl Tree {
    pub(super) fn in_table_body_start(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Tr => {
                self.pop_until(is_body_context);
                self.insert(tag);
                self.mode = Mode::InRow;
                Flow::Done
            }
            Name::Td | Name::Th => {
                self.pop_until(is_body_context);
                self.insert_implied(Ident::known(Name::Tr, b"tr"));
                Flow::Again(Mode::InRow)
            }
            name if is_part(name) => self.end_table_body(),
            _ => self.in_table_start(tag),
        }
    }

    pub(super) fn in_table_body_end(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            name @ (Name::Tbody | Name::Tfoot | Name::Thead) => {
                if self.stack.has_in(Scope::Table, name) {
                    self.pop_until(is_body_context);
                    self.pop();
                    self.mode = Mode::InTable;
                }
                Flow::Done
            }
            Name::Table => self.end_table_body(),
            Name::Body | Name::Html => Flow::Done,
            name if is_part(name) => Flow::Done,
            _ => self.in_table_end(tag),
        }
    }

    fn end_table_body(&mut self) -> Flow {
        let is_outer = |name| matches!(name, Name::Table | Name::Tbody | Name::Tfoot);
        if !self.stack.find_in(Scope::Table, |open| open.is_any(is_outer)) {
            return Flow::Done;
        }
        self.pop_until(is_body_context);
        self.pop();
        Flow::Again(Mode::InTable)
    }

    pub(super) fn in_row_start(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Td | Name::Th => {
                self.pop_until(is_row_context);
                self.insert(tag);
                self.mode = Mode::InCell;
                self.formatting.push_marker();
                Flow::Done
            }
            name if is_part(name) => {
                if self.close_row() {
                    Flow::Again(Mode::InTableBody)
                } else {
                    Flow::Done
                }
            }
            _ => self.in_table_start(tag),
        }
    }

    pub(super) fn in_row_end(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Tr => {
                if self.close_row() {
                    self.mode = Mode::InTableBody;
                }
                Flow::Done
            }
            Name::Table if self.close_row() => Flow::Again(Mode::InTableBody),
            name @ (Name::Tbody | Name::Tfoot | Name::Thead)
                if self.stack.has_in(Scope::Table, name) && self.close_row() =>
            {
                Flow::Again(Mode::InTableBody)
            }
            Name::Table | Name::Body | Name::Html => Flow::Done,
            name if is_part(name) => Flow::Done,
            _ => self.in_table_end(tag),
        }
    }

    /// Closes the row that is in scope. Returns whether there was one.
    fn close_row(&mut self) -> bool {
        let found = self.stack.has_in(Scope::Table, Name::Tr);
        if found {
            self.pop_until(is_row_context);
            self.pop();
        }
        found
    }

    pub(super) fn in_cell_start(&mut self, tag: &Tag) -> Flow {
        if !is_part(tag.ident.name) {
            return self.in_body_start(tag);
        }
        let is_cell = |open: &Open| open.is_any(|name| matches!(name, Name::Td | Name::Th));
        if !self.stack.find_in(Scope::Table, is_cell) {
            return Flow::Done;
        }
        self.close_cell();
        Flow::Again(Mode::InRow)
    }

    pub(super) fn in_cell_end(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            name @ (Name::Td | Name::Th) => {
                if self.stack.has_in(Scope::Table, name) {
                    self.imply_end_tags(None);
                    self.pop_through(|open| open.is(name));
                    self.formatting.clear_to_marker();
                    self.mode = Mode::InRow;
                }
                Flow::Done
            }
            Name::Body | Name::Caption | Name::Col | Name::Colgroup | Name::Html => Flow::Done,
            name @ (Name::Table | Name::Tbody | Name::Tfoot | Name::Thead | Name::Tr) => {
                if !self.stack.has_in(Scope::Table, name) {
                    return Flow::Done;
                }
                self.close_cell();
                Flow::Again(Mode::InRow)
            }
            _ => self.in_body_end(tag),
        }
    }

    fn close_cell(&mut self) {
        self.imply_end_tags(None);
        self.pop_through(|open| open.is_any(|name| matches!(name, Name::Td | Name::Th)));
        self.formatting.clear_to_marker();
    }
}
