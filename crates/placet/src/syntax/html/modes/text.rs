//! Characters, in all modes (HTML §13.2.6.4).

use super::Mode;
use crate::syntax::html::PieceKind;
use crate::syntax::html::arena::Spot;
use crate::syntax::html::name::Name;
use crate::syntax::html::tree::{Flow, Tree};

/// The kind of the characters in a run of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax::html) enum CharacterKind {
    Blank,
    Nul,
    Other,
}

impl Tree {
    /// Whether text is treated the same whatever its characters are, as long as one is not NUL.
    #[inline]
    pub(in crate::syntax::html) fn takes_any_text(&self) -> bool {
        !self.frameset_ok
            && !self.ignore_lf
            && matches!(self.mode, Mode::InBody | Mode::InCell | Mode::InCaption | Mode::InTemplate)
    }

    /// Processes a run of characters of one kind that ends at `end` in the input.
    pub(in crate::syntax::html) fn characters(&mut self, kind: CharacterKind, end: usize) {
        self.ignore_lf = false;
        self.spot = None;
        self.steps += 1;
        if self.is_foreign_text() {
            if kind == CharacterKind::Other {
                self.frameset_ok = false;
            }
        } else {
            loop {
                match self.characters_in(self.mode, kind) {
                    Flow::Done => break,
                    Flow::Again(mode) => self.mode = mode,
                }
            }
        }
        self.tidy();
        if self.facts.has_pieces() {
            if self.mode == Mode::InTableText {
                self.facts.pending_piece(end);
            } else {
                let spot = self.spot.unwrap_or_else(|| self.here());
                self.facts.piece(PieceKind::Text, spot, end);
            }
        }
    }

    fn characters_in(&mut self, mode: Mode, kind: CharacterKind) -> Flow {
        let blank = kind == CharacterKind::Blank;
        match mode {
            Mode::Initial if !blank => {
                self.quirks = true;
                Flow::Again(Mode::BeforeHtml)
            }
            Mode::BeforeHtml if !blank => self.imply_html(),
            Mode::BeforeHead if !blank => self.imply_head(),
            Mode::InHead if !blank => self.end_head(),
            Mode::InHeadNoscript if !blank => self.end_head_noscript(),
            Mode::AfterHead if !blank => self.imply_body(),
            Mode::InBody | Mode::InCaption | Mode::InCell | Mode::InTemplate => {
                self.body_characters(kind);
                Flow::Done
            }
            Mode::InTable | Mode::InTableBody | Mode::InRow => self.table_characters(kind),
            Mode::InTableText => {
                self.pending_text |= kind == CharacterKind::Other;
                Flow::Done
            }
            Mode::InColumnGroup if !blank && self.stack.is_at(Name::Colgroup) => {
                self.pop();
                Flow::Again(Mode::InTable)
            }
            Mode::AfterBody | Mode::AfterAfterBody if !blank => Flow::Again(Mode::InBody),
            Mode::AfterBody | Mode::AfterAfterBody | Mode::AfterAfterFrameset if blank => {
                self.body_characters(kind);
                Flow::Done
            }
            _ => Flow::Done,
        }
    }

    fn body_characters(&mut self, kind: CharacterKind) {
        if kind == CharacterKind::Nul {
            return;
        }
        self.reconstruct();
        if kind == CharacterKind::Other {
            self.frameset_ok = false;
        }
        self.spot = Some(Spot::In(self.place(None)));
    }

    fn table_characters(&mut self, kind: CharacterKind) -> Flow {
        if self.stack.current().is_some_and(|open| open.is_any(Name::is_table_part)) {
            self.original = self.mode;
            self.pending_text = false;
            return Flow::Again(Mode::InTableText);
        }
        self.fostering = true;
        self.body_characters(kind);
        self.fostering = false;
        Flow::Done
    }

    /// Ends the pending characters of a table: if any is not white space, they are foster-parented
    /// (HTML §13.2.6.4.10).
    pub(in crate::syntax::html) fn flush_table_text(&mut self) {
        let tag_spot = std::mem::take(&mut self.spot);
        if self.pending_text {
            self.fostering = true;
            self.body_characters(CharacterKind::Other);
            self.fostering = false;
        }
        if self.facts.has_pieces() {
            let spot = self.spot.unwrap_or_else(|| self.here());
            self.facts.set_pending(spot);
        }
        self.spot = tag_spot;
        self.pending_text = false;
    }
}
