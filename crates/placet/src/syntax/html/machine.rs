//! One reading of a page: octets to tokens (HTML §13.2.5), which go to tree construction one by
//! one.

use memchr::memchr;

use super::comment::Dashes;
use super::lines::Lines;
use super::modes::Mode;
use super::raw::Raw;
use super::tag::Tag;
use super::tree::{Content, Tree};
use super::window::Window;
use super::{Markup, PieceKind, Place, Settings, doctype};
use crate::limits;
use crate::source::Span;

/// What is being read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum State {
    /// Text and markup.
    Data,
    /// Text up to an end tag.
    Raw(Raw),
    Plaintext,
    Tag,
    Comment(Dashes),
    /// Anything up to `>`.
    Bogus,
    /// What has been read of it.
    Doctype(Vec<u8>),
    Cdata,
}

/// How far a step went: up to here, and on; or up to here, and the window must be filled.
pub(super) type Step = Result<usize, usize>;

/// A tokenizer and the tree construction it feeds.
#[derive(Debug, Clone)]
pub(super) struct Machine {
    pub(super) state: State,
    pub(super) tag: Tag,
    /// Where in the window the tag that is being read begins.
    pub(super) tag_start: usize,
    pub(super) tree: Tree,
    lines: Lines,
    /// How much of the window the lines have been counted of.
    counted: usize,
    /// A copy made at the first `noscript` in the head, which takes the other way, and the octets
    /// of the window it has used.
    pub(super) fork: Option<(Box<Self>, usize)>,
    may_fork: bool,
    /// The line and column of a tag that began in an earlier window.
    pub(super) held: Option<(u32, u32)>,
}

impl Machine {
    pub(super) fn new(settings: Settings, encoding: &'static encoding_rs::Encoding) -> Self {
        Self {
            state: State::Data,
            tag: Tag::new(),
            tag_start: 0,
            tree: Tree::new(settings, encoding),
            lines: Lines::new(),
            counted: 0,
            fork: None,
            may_fork: true,
            held: None,
        }
    }

    /// Whether nothing more can be learnt, or is wanted.
    pub(super) fn is_done(&self) -> bool {
        let facts = &self.tree.facts;
        self.tree.is_cut || self.tree.has_body && (facts.metas_only || facts.settings.head_only)
    }

    /// Reads on from `at`, and gives up to where octets of the window were used; the others must
    /// begin the next one. With `stop_at_body` it stops where the body begins.
    pub(super) fn run(&mut self, window: &Window<'_>, mut at: usize, stop_at_body: bool) -> usize {
        // At the start of a window nothing of it has been counted.
        if at == 0 {
            self.counted = 0;
        }
        self.tag_start = at;
        let used = loop {
            if self.is_done() || stop_at_body && self.tree.has_body && self.state == State::Data {
                break at;
            }
            self.tree.steps += 1;
            match self.step(window, at) {
                Ok(next) => at = next,
                Err(used) => break used,
            }
        };
        self.count_lines(window, used);
        // Text can meet a ceiling too.
        if self.tree.is_cut && self.tree.facts.cut.is_none() {
            let end = window.position(used);
            let (line, column) = (self.lines.line(), self.lines.column(end));
            self.tree.facts.cut = Some(Place { span: Span::new(end, end), line, column });
        }
        used
    }

    fn step(&mut self, window: &Window<'_>, at: usize) -> Step {
        let len = window.data.len();
        match &mut self.state {
            State::Data => self.data(window, at),
            State::Tag => {
                if let Some(end) = self.tag.read(window, at) {
                    self.emit(window, end);
                    return Ok(end);
                }
                self.tag.hold(window, self.tag_start);
                if self.held.is_none() {
                    self.count_lines(window, self.tag_start);
                    self.held = Some(self.line_and_column());
                }
                Err(len)
            }
            State::Raw(raw) => {
                let is_text = raw.content() == Content::Rcdata;
                let result = raw.read(window, at);
                let (Ok(end) | Err(end)) = result;
                let kind = if is_text { PieceKind::Text } else { PieceKind::Raw };
                let here = self.tree.here();
                self.tree.facts.piece(kind, here, window.position(end));
                result?;
                self.begin_tag(window, end, true);
                Ok(end + 2)
            }
            State::Plaintext => {
                self.characters(window, at, len);
                Err(len)
            }
            State::Comment(dashes) => {
                let end = dashes.end(window.from(at)).map(|len| at + len);
                self.end_comment(window, end)
            }
            State::Bogus => {
                let end = memchr(b'>', window.from(at)).map(|len| at + len + 1);
                self.end_comment(window, end)
            }
            State::Doctype(text) => {
                let rest = window.from(at);
                let found = memchr(b'>', rest);
                let room = limits::TAG_TEXT.saturating_sub(text.len());
                text.extend(rest.iter().take(found.unwrap_or(rest.len())).take(room));
                let end = at + found.ok_or(len)? + 1;
                self.end_doctype(true);
                self.tree.passed_over(window.position(end));
                Ok(end)
            }
            State::Cdata => self.cdata(window, at),
        }
    }

    fn end_comment(&mut self, window: &Window<'_>, end: Option<usize>) -> Step {
        let end = end.ok_or(window.data.len())?;
        self.state = State::Data;
        self.tree.comment(window.position(end));
        Ok(end)
    }

    /// A document type counts only before anything else (HTML §13.2.6.4.1).
    fn end_doctype(&mut self, ended: bool) {
        if let State::Doctype(text) = std::mem::replace(&mut self.state, State::Data)
            && self.tree.mode == Mode::Initial
        {
            self.tree.quirks = doctype::is_quirky(&text, ended);
            self.tree.mode = Mode::BeforeHtml;
        }
        self.tree.ignore_lf = false;
    }

    /// Gives a tag that ends at `end` to tree construction.
    fn emit(&mut self, window: &Window<'_>, end: usize) {
        let position = window.position(end);
        self.state = State::Data;
        if self.tag.is_end {
            self.tree.end_tag(&self.tag, position);
            self.note_cut(window, end);
            return;
        }
        self.fork_at(window, end);
        let (metas, elements) = (self.tree.facts.metas.len(), self.tree.facts.elements.len());
        self.tree.start_tag(&self.tag, position);
        let facts = &self.tree.facts;
        if metas < facts.metas.len() || elements < facts.elements.len() || self.tag.is_cut {
            let place = self.place(window, end);
            let source = self.tag.source(window, self.tag_start, end);
            self.describe(&source, place, metas, elements);
        }
        self.note_cut(window, end);
        self.state = match self.tree.content {
            Content::Data => State::Data,
            Content::Plaintext => State::Plaintext,
            content => State::Raw(Raw::new(content, self.tag.called.key)),
        };
    }

    /// Says of new metas and elements where they stand and how they are written.
    fn describe(&mut self, source: &[u8], place: Place, metas: usize, elements: usize) {
        let facts = &mut self.tree.facts;
        let (text, _) = facts.encoding.decode_without_bom_handling(source);
        for (meta, _) in facts.metas.iter_mut().skip(metas) {
            facts.kept += text.len();
            meta.place = place;
            meta.text = text.as_ref().into();
            if meta.content_span.end() == 0 {
                meta.content_span = Span::new(place.span.end(), place.span.end());
            }
        }
        for (element, _) in facts.elements.iter_mut().skip(elements) {
            facts.kept += text.len();
            element.place = place;
            element.text = text.as_ref().into();
            if element.tag.is_empty() {
                element.tag = name_of(&text);
            }
        }
        if self.tag.is_cut {
            facts.shortened.get_or_insert(place);
        }
    }

    /// Counts lines up to `at`.
    fn count_lines(&mut self, window: &Window<'_>, at: usize) {
        let base = self.counted;
        self.lines.advance(window.slice(base, at), |at| window.position(base + at));
        self.counted = base.max(at);
    }

    /// Where the tag that is being read begins, when lines have been counted up to it.
    fn line_and_column(&self) -> (u32, u32) {
        (self.lines.line(), self.lines.column(self.tag.start))
    }

    /// Where the tag that ends at `end` stands.
    fn place(&mut self, window: &Window<'_>, end: usize) -> Place {
        let (line, column) = self.held.unwrap_or_else(|| {
            self.count_lines(window, self.tag_start);
            self.line_and_column()
        });
        Place { span: Span::new(self.tag.start, window.position(end)), line, column }
    }

    fn note_cut(&mut self, window: &Window<'_>, end: usize) {
        if self.tree.is_cut && self.tree.facts.cut.is_none() {
            self.tree.facts.cut = Some(self.place(window, end));
        }
    }

    /// Makes a copy that takes `noscript` in the head for text, as a client with scripts does.
    fn fork_at(&mut self, window: &Window<'_>, end: usize) {
        let is_noscript = self.tag.called.name == super::name::Name::Noscript;
        if !is_noscript || !self.may_fork || self.tree.has_body {
            return;
        }
        self.may_fork = false;
        let mut fork = Box::new(self.clone());
        fork.tree.scripting = true;
        fork.tree.facts.metas_only = true;
        fork.tree.facts.metas.clear();
        fork.emit(window, end);
        self.fork = Some((fork, end));
    }

    /// The page has ended, after `octets` octets; all windows have been used.
    pub(super) fn end(&mut self, octets: usize) {
        if matches!(self.state, State::Doctype(_)) {
            self.end_doctype(false);
        }
        if self.tree.mode == Mode::InTableText {
            self.tree.flush_table_text();
        }
        let here = self.tree.here();
        self.tree.facts.piece(PieceKind::Markup, here, octets);
    }

    /// All that was found in a page of `octets` octets.
    pub(super) fn finish(self, octets: usize) -> Markup {
        self.tree.facts.finish(&self.tree.arena, octets)
    }
}

/// The name in a tag as written, in lower case.
fn name_of(text: &str) -> Box<str> {
    let name = text.trim_start_matches('<');
    let len = name.find([' ', '\t', '\n', '\x0C', '\r', '/', '>']).unwrap_or(name.len());
    let name = name.get(..len).unwrap_or_default().to_ascii_lowercase();
    name.replace('\0', "\u{FFFD}").into()
}
