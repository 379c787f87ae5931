//! The state of tree construction (HTML §13.2.4), without the tree.

use encoding_rs::Encoding;

use super::arena::{Arena, NodeId, Spot};
use super::facts::Facts;
use super::formatting::Formatting;
use super::insert::SeenAttributes;
use super::modes::Mode;
use super::stack::Stack;
use super::tag::Tag;
use super::{PieceKind, Settings};

/// The tokenizer state after a start tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// Markup.
    Data,
    /// Text with character references up to the end tag.
    Rcdata,
    /// Text up to the end tag.
    Rawtext,
    /// A script.
    Script,
    /// Text up to the end of the page.
    Plaintext,
}

/// The result of processing a token in an insertion mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Done,
    /// Process the token again in this mode.
    Again(Mode),
}

/// Tree construction.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "the standard has them as flags")]
pub(super) struct Tree {
    pub(super) mode: Mode,
    /// The mode to return to from [`Mode::Text`] and [`Mode::InTableText`].
    pub(super) original: Mode,
    pub(super) templates: Vec<Mode>,
    pub(super) stack: Stack,
    pub(super) formatting: Formatting,
    pub(super) arena: Arena,
    pub(super) html: Option<NodeId>,
    pub(super) head: Option<NodeId>,
    pub(super) body: Option<NodeId>,
    pub(super) form: Option<NodeId>,
    pub(super) html_seen: SeenAttributes,
    pub(super) body_seen: SeenAttributes,
    pub(super) quirks: bool,
    pub(super) frameset_ok: bool,
    pub(super) fostering: bool,
    /// Whether to skip a line feed if it comes next.
    pub(super) ignore_lf: bool,
    /// Whether the pending table characters include any that are not white space.
    pub(super) pending_text: bool,
    pub(super) scripting: bool,
    /// Whether a `meta` may still name another encoding.
    pub(super) is_tentative: bool,
    /// The encoding that a `meta` declared and in which the page must be read again.
    pub(super) change: Option<&'static Encoding>,
    /// The tokenizer state for the next token.
    pub(super) content: Content,
    /// What the tag being processed belongs to.
    pub(super) spot: Option<Spot>,
    /// Whether the body or a frameset has begun.
    pub(super) has_body: bool,
    /// Whether a frameset replaced the body.
    pub(super) lost_body: bool,
    /// Whether a ceiling was reached.
    pub(super) is_cut: bool,
    /// The number of copies of formatting elements.
    pub(super) copies: u32,
    pub(super) steps: u64,
    pub(super) facts: Facts,
}

impl Tree {
    pub(super) fn new(settings: Settings, encoding: &'static Encoding, is_tentative: bool) -> Self {
        Self {
            mode: Mode::Initial,
            original: Mode::InBody,
            templates: Vec::new(),
            stack: Stack::new(),
            formatting: Formatting::new(),
            arena: Arena::new(),
            html: None,
            head: None,
            body: None,
            form: None,
            html_seen: SeenAttributes::default(),
            body_seen: SeenAttributes::default(),
            quirks: false,
            frameset_ok: true,
            fostering: false,
            ignore_lf: false,
            pending_text: false,
            scripting: false,
            is_tentative,
            change: None,
            content: Content::Data,
            spot: None,
            has_body: false,
            lost_body: false,
            is_cut: false,
            copies: 0,
            steps: 0,
            facts: Facts::new(settings, encoding),
        }
    }

    /// Processes a start tag that ends at `end` in the input (HTML §13.2.6).
    pub(super) fn start_tag(&mut self, tag: &Tag, end: usize) {
        self.ignore_lf = false;
        self.content = Content::Data;
        self.spot = None;
        loop {
            self.steps += 1;
            let flow = if self.is_foreign_start(tag) {
                self.foreign_start(tag)
            } else {
                self.start_in(self.mode, tag)
            };
            match flow {
                Flow::Done => break,
                Flow::Again(mode) => self.mode = mode,
            }
        }
        self.piece_at_spot(end);
        self.tidy();
    }

    /// Processes an end tag that ends at `end` in the input.
    pub(super) fn end_tag(&mut self, tag: &Tag, end: usize) {
        self.ignore_lf = false;
        self.content = Content::Data;
        self.spot = None;
        self.stack.closed = None;
        let before = self.here();
        loop {
            self.steps += 1;
            let flow =
                if self.is_foreign() { self.foreign_end(tag) } else { self.end_in(self.mode, tag) };
            match flow {
                Flow::Done => break,
                Flow::Again(mode) => self.mode = mode,
            }
        }
        // An end tag belongs to the element it closes, otherwise to the current node.
        let closed = self.stack.closed.map(|(_, node)| Spot::At(node));
        self.spot = self.spot.or(closed).or(Some(before));
        self.piece_at_spot(end);
        self.tidy();
    }

    /// Processes a comment that ends at `end` in the input.
    pub(super) fn comment(&mut self, end: usize) {
        self.ignore_lf = false;
        if self.mode == Mode::InTableText {
            self.flush_table_text();
            self.mode = self.original;
        }
        let spot = match self.mode {
            Mode::Initial | Mode::BeforeHtml | Mode::AfterAfterBody | Mode::AfterAfterFrameset => {
                Spot::In(super::arena::DOCUMENT)
            }
            Mode::AfterBody => {
                self.html.map_or(self.here(), |html| Spot::In(self.arena.inside(html)))
            }
            _ => self.here(),
        };
        self.facts.piece(PieceKind::Markup, spot, end);
    }

    /// Handles a skipped line feed that ends at `end` in the input.
    pub(super) fn dropped(&mut self, end: usize) {
        self.ignore_lf = false;
        let here = self.here();
        self.facts.piece(PieceKind::Text, here, end);
    }

    /// Handles markup without a node that ends at `end` in the input.
    pub(super) fn skipped(&mut self, end: usize) {
        let here = self.here();
        self.facts.piece(PieceKind::Markup, here, end);
    }

    /// The inside of the current node.
    pub(super) fn here(&self) -> Spot {
        let node = self.stack.current().map(|open| open.node);
        Spot::In(node.map_or(super::arena::DOCUMENT, |node| self.arena.inside(node)))
    }

    fn piece_at_spot(&mut self, end: usize) {
        if self.facts.has_pieces() {
            let spot = self.spot.unwrap_or_else(|| self.here());
            self.facts.piece(PieceKind::Markup, spot, end);
        }
    }

    /// Stops reading, because the rest is uncertain.
    pub(super) fn cut(&mut self) {
        self.is_cut = true;
    }

    /// Drops the elements that nothing can be traced back to, if there are many.
    #[inline]
    pub(super) fn tidy(&mut self) {
        if self.arena.is_crowded() && !self.facts.has_pieces() {
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.facts.settle(&self.arena);
        let mut kept: Vec<NodeId> = self.formatting.nodes().collect();
        kept.extend(self.form);
        self.arena.forget(&kept);
    }
}
