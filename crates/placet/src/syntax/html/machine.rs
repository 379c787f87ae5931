//! One pass over a page: bytes become tokens (HTML §13.2.5), which go to tree construction one by
//! one.

use memchr::memchr;

use super::comment::Dashes;
use super::lines::Lines;
use super::modes::Mode;
use super::name::Name;
use super::raw::Raw;
use super::tag::Tag;
use super::tree::{Content, Tree};
use super::watch::Watch;
use super::window::Window;
use super::{Markup, PieceKind, Position, Settings, doctype};
use crate::text::{Span, limits};

/// The state of the tokenizer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum State {
    /// Text and markup.
    Data,
    /// Text up to an end tag.
    Raw(Raw),
    Plaintext,
    Tag,
    Comment(Dashes),
    /// A bogus comment: anything up to `>`.
    Bogus,
    /// A document type, as far as it was read.
    Doctype(Vec<u8>),
    Cdata,
}

/// Where a step ended: `Ok` to continue from there, `Err` if the window must be refilled from
/// there.
pub(super) type Step = Result<usize, usize>;

/// A tokenizer and the tree construction it feeds.
#[derive(Debug, Clone)]
pub(super) struct Machine {
    pub(super) state: State,
    pub(super) tag: Tag,
    /// The index in the window of the tag being read.
    pub(super) tag_start: usize,
    pub(super) tree: Tree,
    lines: Lines,
    /// How much of the window lines have been counted in.
    counted: usize,
    /// Forks that read `noscript` differently, each with the number of bytes of the window it has
    /// used.
    pub(super) forks: Vec<(Box<Self>, usize)>,
    /// Whether the first `noscript` in the head is still to come.
    may_fork: bool,
    /// Searches for the end that a client with scripts finds for the open `noscript`.
    watch: Option<Watch>,
    /// The position of that end in the input, and the index in the window after its name.
    watched: Option<(usize, usize)>,
    /// How much of the previous window was used, and its length.
    before: (usize, usize),
    /// Whether such a client has not diverged yet.
    may_diverge: bool,
    /// The line and column of a tag that began in an earlier window.
    pub(super) held: Option<(u32, u32)>,
}

impl Machine {
    pub(super) fn new(
        settings: Settings,
        encoding: &'static encoding_rs::Encoding,
        is_tentative: bool,
    ) -> Self {
        Self {
            state: State::Data,
            tag: Tag::listing(&settings.tags),
            tag_start: 0,
            tree: Tree::new(settings, encoding, is_tentative),
            lines: Lines::new(),
            counted: 0,
            forks: Vec::new(),
            may_fork: true,
            watch: None,
            watched: None,
            before: (0, 0),
            may_diverge: true,
            held: None,
        }
    }

    /// Fixes how `noscript` is read: as a client with scripts does, which looks only for META
    /// elements, or without.
    pub(super) fn set_scripting(&mut self, scripting: bool) {
        self.may_fork = false;
        self.tree.scripting = scripting;
        self.tree.facts.metas_only = scripting;
    }

    /// The passes to restart with now that a `meta` declares the encoding `named`: one or, if a
    /// client with scripts may not see that `meta`, one for each client.
    pub(super) fn restarts(
        &self,
        settings: &Settings,
        named: &'static encoding_rs::Encoding,
    ) -> Vec<(Self, &'static encoding_rs::Encoding)> {
        let mut machine = Self::new(settings.clone(), named, false);
        let has_diverged = self.watch.is_some() || self.watched.is_some() || !self.may_diverge;
        let may_be_unseen = self.may_fork && has_diverged;
        if self.tree.scripting || !self.may_fork || may_be_unseen {
            machine.set_scripting(self.tree.scripting);
            machine.tree.facts.body_metas = self.tree.facts.body_metas;
        }
        let mut all = vec![(machine, named)];
        if may_be_unseen {
            let begun = self.tree.facts.page;
            let mut other = Self::new(settings.clone(), begun, true);
            other.set_scripting(true);
            other.tree.facts.body_metas = !self.may_diverge;
            all.push((other, begun));
        }
        all
    }

    /// Whether it reads as a client with scripts does.
    pub(super) fn has_scripts(&self) -> bool {
        self.tree.scripting
    }

    /// Whether the rest of the page does not matter.
    pub(super) fn is_done(&self) -> bool {
        let facts = &self.tree.facts;
        // A `meta` in the body can still change how the head is read.
        let metas = facts.metas_only && !facts.body_metas && !self.tree.is_tentative;
        self.tree.is_cut || self.tree.has_body && (metas || facts.settings.head_only)
    }

    /// Ends the pass at `position`, the position it has reached.
    pub(super) fn cut_at(&mut self, position: usize) {
        self.tree.cut();
        let (line, column) = (self.lines.line(), self.lines.column(position));
        let span = Span::new(position, position);
        self.tree.facts.cut.get_or_insert(Position { span, line, column });
    }

    /// Continues from `at`. Returns how many bytes of the window were used; the others must begin
    /// the next window. With `stop_at_body` it stops at the start of the body.
    pub(super) fn run(&mut self, window: &Window<'_>, mut at: usize, stop_at_body: bool) -> usize {
        // At the start of a window, none of its lines are counted, and the bytes that it shares
        // with the previous window were searched already.
        if at == 0 {
            self.counted = 0;
            let (used, len) = self.before;
            self.watched = self.watched.map(|(start, after)| (start, after.saturating_sub(used)));
            self.look_for_end(window, len.saturating_sub(used));
        }
        self.tag_start = at;
        let used = loop {
            let stops = stop_at_body && self.tree.has_body && self.state == State::Data;
            if stops || self.is_done() || self.tree.change.is_some() {
                break at;
            }
            if self.watched.is_some() {
                self.part(window, at);
            }
            self.tree.steps += 1;
            match self.step(window, at) {
                Ok(next) => at = next,
                Err(used) => break used,
            }
        };
        self.part(window, used);
        self.before = (used, window.data.len());
        self.count_lines(window, used);
        // Text can reach a ceiling too.
        if self.tree.is_cut && self.tree.facts.cut.is_none() {
            let end = window.position(used);
            let (line, column) = (self.lines.line(), self.lines.column(end));
            self.tree.facts.cut = Some(Position { span: Span::new(end, end), line, column });
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
                self.tree.facts.add_script(window.slice(at, end));
                result?;
                self.tree.facts.end_script();
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
                self.tree.skipped(window.position(end));
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

    /// Ends a document type. It counts only before anything else (HTML §13.2.6.4.1).
    fn end_doctype(&mut self, ended: bool) {
        if let State::Doctype(text) = std::mem::replace(&mut self.state, State::Data)
            && self.tree.mode == Mode::Initial
        {
            self.tree.quirks = doctype::is_quirky(&text, ended);
            self.tree.mode = Mode::BeforeHtml;
        }
        self.tree.ignore_lf = false;
    }

    /// Passes a tag that ends at `end` to tree construction.
    fn emit(&mut self, window: &Window<'_>, end: usize) {
        let position = window.position(end);
        self.state = State::Data;
        if self.tag.listed.is_on() && !self.tree.facts.metas_only {
            let position = self.tag_position(window, end);
            self.tree.facts.add_tag(&self.tag, position);
        }
        if self.tag.is_end {
            self.tree.end_tag(&self.tag, position);
            self.note_cut(window, end);
            return;
        }
        self.fork_at(window, end);
        let (metas, elements) = (self.tree.facts.metas.len(), self.tree.facts.elements.len());
        self.tree.start_tag(&self.tag, position);
        self.watch_from(window, end);
        let facts = &self.tree.facts;
        if metas < facts.metas.len() || elements < facts.elements.len() || self.tag.is_cut {
            let position = self.tag_position(window, end);
            let source = self.tag.source(window, self.tag_start, end);
            self.describe(&source, position, metas, elements);
        }
        if self.tree.facts.script.is_some() {
            self.count_lines(window, end);
            if let Some((meta, _)) = self.tree.facts.metas.last_mut() {
                meta.content_line = self.lines.line();
            }
        }
        self.note_cut(window, end);
        self.state = match self.tree.content {
            Content::Data => State::Data,
            Content::Plaintext => State::Plaintext,
            content => State::Raw(Raw::new(content, self.tag.ident.key)),
        };
    }

    /// Sets the position and the text of new META elements and marked elements.
    fn describe(&mut self, source: &[u8], position: Position, metas: usize, elements: usize) {
        let facts = &mut self.tree.facts;
        let (text, _) = facts.encoding.decode_without_bom_handling(source);
        for (meta, _) in facts.metas.iter_mut().skip(metas) {
            facts.kept += text.len();
            meta.position = position;
            meta.text = text.as_ref().into();
            if meta.content_span.end() == 0 {
                meta.content_span = Span::new(position.span.end(), position.span.end());
            }
        }
        for (element, _) in facts.elements.iter_mut().skip(elements) {
            facts.kept += text.len();
            element.position = position;
            element.text = text.as_ref().into();
            if element.tag.is_empty() {
                element.tag = name_of(&text);
            }
        }
        if self.tag.is_cut {
            facts.shortened.get_or_insert(position);
        }
    }

    /// Counts lines up to `at`.
    fn count_lines(&mut self, window: &Window<'_>, at: usize) {
        let base = self.counted;
        self.lines.advance(window.slice(base, at), |at| window.position(base + at));
        self.counted = base.max(at);
    }

    /// The line and column of the tag being read, after lines have been counted up to it.
    fn line_and_column(&self) -> (u32, u32) {
        (self.lines.line(), self.lines.column(self.tag.start))
    }

    /// The position of the tag that ends at `end`.
    fn tag_position(&mut self, window: &Window<'_>, end: usize) -> Position {
        let (line, column) = self.held.unwrap_or_else(|| {
            self.count_lines(window, self.tag_start);
            self.line_and_column()
        });
        Position { span: Span::new(self.tag.start, window.position(end)), line, column }
    }

    fn note_cut(&mut self, window: &Window<'_>, end: usize) {
        if self.tree.is_cut && self.tree.facts.cut.is_none() {
            self.tree.facts.cut = Some(self.tag_position(window, end));
        }
    }

    /// Forks a copy that reads the first `noscript` in the head as text, as a client with scripts
    /// does.
    fn fork_at(&mut self, window: &Window<'_>, end: usize) {
        let is_noscript = self.tag.ident.name == Name::Noscript;
        if !is_noscript || !self.may_fork || self.tree.has_body {
            return;
        }
        self.may_fork = false;
        let mut fork = Box::new(self.clone());
        fork.forks.clear();
        fork.set_scripting(true);
        fork.tree.facts.metas.clear();
        fork.emit(window, end);
        self.forks.push((fork, end));
    }

    /// After an opened `noscript`, starts the search for the end that a client with scripts finds.
    fn watch_from(&mut self, window: &Window<'_>, end: usize) {
        let is_open = self.tag.ident.name == Name::Noscript
            && !self.tree.scripting
            && self.tree.stack.is_at(Name::Noscript);
        if is_open && self.may_diverge && self.watch.is_none() && self.watched.is_none() {
            self.watch = Some(Watch::default());
            self.look_for_end(window, end);
        }
    }

    /// Continues the search for the end that a client with scripts finds.
    fn look_for_end(&mut self, window: &Window<'_>, from: usize) {
        let Some(watch) = &mut self.watch else { return };
        self.watched = watch.find(window.data, from, |at| window.position(at));
        if self.watched.is_some() {
            self.watch = None;
        }
    }

    /// Records that the end tag at `position` is also the end that a client with scripts finds.
    pub(super) fn confirm_end(&mut self, position: usize) {
        self.watched = self.watched.filter(|(start, _)| *start != position);
    }

    /// If that end was skipped, forks: a client with scripts reads other tags from there. Its META
    /// elements are reported, although they are in the body.
    fn part(&mut self, window: &Window<'_>, at: usize) {
        let Some((start, after)) = self.watched else { return };
        if window.position(at) <= start {
            return;
        }
        self.watched = None;
        self.may_diverge = false;
        let facts = &self.tree.facts;
        let is_tentative = self.tree.is_tentative;
        let mut other = Self::new(facts.settings.clone(), facts.page, is_tentative);
        other.set_scripting(true);
        other.tree.facts.body_metas = true;
        other.tree.begin_body();
        other.lines = self.lines.clone();
        other.counted = self.counted;
        other.tag.begin(start, true);
        other.state = State::Tag;
        self.forks.push((Box::new(other), after));
    }

    /// Ends the page after `bytes` bytes; all windows have been used.
    pub(super) fn end(&mut self, bytes: usize) {
        if matches!(self.state, State::Doctype(_)) {
            self.end_doctype(false);
        }
        if self.tree.mode == Mode::InTableText {
            self.tree.flush_table_text();
        }
        let here = self.tree.here();
        self.tree.facts.piece(PieceKind::Markup, here, bytes);
        self.tree.facts.end_script();
    }

    /// Returns the result for a page of `bytes` bytes.
    pub(super) fn finish(self, bytes: usize) -> Markup {
        self.tree.facts.finish(&self.tree.arena, bytes)
    }
}

/// The name in a tag as written, in lower case.
fn name_of(text: &str) -> Box<str> {
    let name = text.trim_start_matches('<');
    let len = name.find([' ', '\t', '\n', '\x0C', '\r', '/', '>']).unwrap_or(name.len());
    let name = name.get(..len).unwrap_or_default().to_ascii_lowercase();
    name.replace('\0', "\u{FFFD}").into()
}
