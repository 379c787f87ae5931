//! Framesets and templates (HTML §13.2.6.4.18, §13.2.6.4.20, §13.2.6.4.21, §13.2.6.4.23).

use super::Mode;
use super::head::is_head_content;
use crate::syntax::html::name::Name;
use crate::syntax::html::tag::Tag;
use crate::syntax::html::tree::{Flow, Tree};

impl Tree {
    pub(super) fn in_frameset_start(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Html => return self.in_body_start(tag),
            Name::Frameset => {
                self.insert(tag);
            }
            Name::Frame => self.insert_void(tag),
            Name::Noframes => return self.in_head_start(tag),
            _ => {}
        }
        Flow::Done
    }

    pub(super) fn in_frameset_end(&mut self, tag: &Tag) -> Flow {
        if tag.ident.name == Name::Frameset && self.stack.len() > 1 {
            self.pop();
            if !self.stack.is_at(Name::Frameset) {
                self.mode = Mode::AfterFrameset;
            }
        }
        Flow::Done
    }

    pub(super) fn after_frameset_start(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Html => self.in_body_start(tag),
            Name::Noframes => self.in_head_start(tag),
            _ => Flow::Done,
        }
    }

    pub(super) fn in_template_start(&mut self, tag: &Tag) -> Flow {
        let mode = match tag.ident.name {
            name if is_head_content(name) => return self.in_head_start(tag),
            Name::Caption | Name::Colgroup | Name::Tbody | Name::Tfoot | Name::Thead => {
                Mode::InTable
            }
            Name::Col => Mode::InColumnGroup,
            Name::Tr => Mode::InTableBody,
            Name::Td | Name::Th => Mode::InRow,
            _ => Mode::InBody,
        };
        self.templates.pop();
        self.templates.push(mode);
        Flow::Again(mode)
    }
}
