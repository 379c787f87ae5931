//! The insertion modes (HTML §13.2.6.4), one group per file.
//!
//! Where html5ever 0.40 differs from the standard, this module does what html5ever does:
//! - `select` is an ordinary element (its content is parsed "in body").
//! - Scopes do not end at `MathML`'s `annotation-xml`; the special elements of SVG and `MathML`,
//!   `search` and `keygen` are not special.
//! - Text in a table whose current node is a `template` is fostered immediately.
//! - When a table section begins "in table body", `thead` is not searched for in table scope.

mod body;
mod body_end;
mod foreign;
mod frameset;
mod head;
mod rows;
mod table;
mod text;

pub(super) use text::CharacterKind;

use super::name::Name;
use super::tag::Tag;
use super::tree::{Flow, Tree};

/// The insertion modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InTableText,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

impl Tree {
    /// Processes a start tag by the rules of a mode.
    pub(super) fn start_in(&mut self, mode: Mode, tag: &Tag) -> Flow {
        match mode {
            Mode::Initial => {
                self.quirks = true;
                Flow::Again(Mode::BeforeHtml)
            }
            Mode::BeforeHtml => self.before_html_start(tag),
            Mode::BeforeHead => self.before_head_start(tag),
            Mode::InHead => self.in_head_start(tag),
            Mode::InHeadNoscript => self.in_head_noscript_start(tag),
            Mode::AfterHead => self.after_head_start(tag),
            Mode::InBody => self.in_body_start(tag),
            Mode::Text => Flow::Done,
            Mode::InTable => self.in_table_start(tag),
            Mode::InTableText => {
                self.flush_table_text();
                Flow::Again(self.original)
            }
            Mode::InCaption => self.in_caption_start(tag),
            Mode::InColumnGroup => self.in_column_group_start(tag),
            Mode::InTableBody => self.in_table_body_start(tag),
            Mode::InRow => self.in_row_start(tag),
            Mode::InCell => self.in_cell_start(tag),
            Mode::InTemplate => self.in_template_start(tag),
            Mode::AfterBody | Mode::AfterAfterBody => match tag.ident.name {
                Name::Html => self.in_body_start(tag),
                _ => Flow::Again(Mode::InBody),
            },
            Mode::InFrameset => self.in_frameset_start(tag),
            Mode::AfterFrameset | Mode::AfterAfterFrameset => self.after_frameset_start(tag),
        }
    }

    /// Processes an end tag by the rules of a mode.
    pub(super) fn end_in(&mut self, mode: Mode, tag: &Tag) -> Flow {
        match mode {
            Mode::Initial => {
                self.quirks = true;
                Flow::Again(Mode::BeforeHtml)
            }
            Mode::BeforeHtml => self.before_html_end(tag),
            Mode::BeforeHead => self.before_head_end(tag),
            Mode::InHead => self.in_head_end(tag),
            Mode::InHeadNoscript => self.in_head_noscript_end(tag),
            Mode::AfterHead => self.after_head_end(tag),
            Mode::InBody => self.in_body_end(tag),
            Mode::Text => {
                self.pop();
                self.mode = self.original;
                Flow::Done
            }
            Mode::InTable => self.in_table_end(tag),
            Mode::InTableText => {
                self.flush_table_text();
                Flow::Again(self.original)
            }
            Mode::InCaption => self.in_caption_end(tag),
            Mode::InColumnGroup => self.in_column_group_end(tag),
            Mode::InTableBody => self.in_table_body_end(tag),
            Mode::InRow => self.in_row_end(tag),
            Mode::InCell => self.in_cell_end(tag),
            Mode::InTemplate => match tag.ident.name {
                Name::Template => self.in_head_end(tag),
                _ => Flow::Done,
            },
            Mode::AfterBody => match tag.ident.name {
                Name::Html => {
                    self.belongs_to(self.html);
                    self.mode = Mode::AfterAfterBody;
                    Flow::Done
                }
                _ => Flow::Again(Mode::InBody),
            },
            Mode::AfterAfterBody => Flow::Again(Mode::InBody),
            Mode::InFrameset => self.in_frameset_end(tag),
            Mode::AfterFrameset => {
                if tag.ident.name == Name::Html {
                    self.belongs_to(self.html);
                    self.mode = Mode::AfterAfterFrameset;
                }
                Flow::Done
            }
            Mode::AfterAfterFrameset => Flow::Done,
        }
    }

    /// Resets the insertion mode appropriately (HTML §13.2.4.1).
    pub(super) fn reset_mode(&self) -> Mode {
        for (at, open) in self.stack.iter().enumerate().rev() {
            if open.namespace != super::name::Namespace::Html {
                continue;
            }
            return match open.ident.name {
                Name::Td | Name::Th if at > 0 => Mode::InCell,
                Name::Tr => Mode::InRow,
                Name::Tbody | Name::Thead | Name::Tfoot => Mode::InTableBody,
                Name::Caption => Mode::InCaption,
                Name::Colgroup => Mode::InColumnGroup,
                Name::Table => Mode::InTable,
                Name::Template => self.templates.last().copied().unwrap_or(Mode::InBody),
                Name::Head if at > 0 => Mode::InHead,
                Name::Body => Mode::InBody,
                Name::Frameset => Mode::InFrameset,
                Name::Html if self.head.is_none() => Mode::BeforeHead,
                Name::Html => Mode::AfterHead,
                _ => continue,
            };
        }
        Mode::InBody
    }
}
