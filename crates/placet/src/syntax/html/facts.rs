//! What is kept of a page.

use std::collections::HashSet;

use encoding_rs::Encoding;
use memchr::memchr2;

use super::arena::{Arena, NodeId, Spot, UNMARKED};
use super::attribute::Kept;
use super::listed::Listed;
use super::name::Name;
use super::tag::Tag;
use super::window::is_blank;
use super::{Element, Markup, Meta, Piece, PieceKind, Position, Selector, Settings};
use super::{encoding, reference};
use crate::syntax::meta::{MetaSignal, MetaStatement};
use crate::text::{Span, limits};

/// The prefix of ACAP's class tokens (ACAP 1.0 part 2, §2.2.5).
const PREFIX: &[u8] = b"the-acap:";

/// The spot of text whose place is known only at the end of the table's characters.
const PENDING: Spot = Spot::In(u32::MAX);

/// Which attributes of a tag are added to an element.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Added {
    pub(super) class: bool,
    pub(super) id: bool,
    pub(super) no_snippet: bool,
}

impl Added {
    pub(super) const ALL: Self = Self { class: true, id: true, no_snippet: true };
}

/// META elements, marked elements, ids and pieces, as they are found.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub(super) settings: Settings,
    /// The encoding of the page, and that of the bytes being read.
    pub(super) page: &'static Encoding,
    pub(super) encoding: &'static Encoding,
    pub(super) metas: Vec<(Meta, Spot)>,
    pub(super) elements: Vec<(Element, NodeId)>,
    /// All ids concatenated; for each its end, and what it is the id of.
    ids_text: String,
    ids: Vec<(u32, Spot)>,
    ids_overflow: bool,
    tags: Listed,
    pieces: Vec<(u32, PieceKind, Spot)>,
    piece_start: usize,
    /// The number of bytes of text that are kept.
    pub(super) kept: usize,
    /// Whether only META elements matter,
    pub(super) metas_only: bool,
    /// including those in the body.
    pub(super) body_metas: bool,
    pub(super) cut: Option<Position>,
    pub(super) shortened: Option<Position>,
    /// The text of the script that is being read, where it is kept: an RSL document.
    pub(super) script: Option<Vec<u8>>,
}

impl Facts {
    pub(super) fn new(settings: Settings, page: &'static Encoding) -> Self {
        Self {
            settings,
            page,
            encoding: if encoding::is_plain(page) { page } else { encoding_rs::UTF_8 },
            metas: Vec::new(),
            elements: Vec::new(),
            ids_text: String::new(),
            ids: Vec::new(),
            ids_overflow: false,
            tags: Listed::default(),
            pieces: Vec::new(),
            piece_start: 0,
            kept: 0,
            metas_only: false,
            body_metas: false,
            cut: None,
            shortened: None,
            script: None,
        }
    }

    pub(super) fn has_pieces(&self) -> bool {
        self.settings.pieces && !self.metas_only
    }

    /// Adds a piece that ends at `end` and belongs to `spot`.
    #[expect(clippy::cast_possible_truncation, reason = "a page has less than 4 G bytes")]
    pub(super) fn piece(&mut self, kind: PieceKind, spot: Spot, end: usize) {
        if !self.has_pieces() || end <= self.piece_start {
            return;
        }
        self.piece_start = end;
        let end = end as u32;
        match self.pieces.last_mut() {
            Some((last, same_kind, same)) if *same_kind == kind && *same == spot => *last = end,
            _ => self.pieces.push((end, kind, spot)),
        }
    }

    /// Adds text up to `end` whose spot is not known yet.
    pub(super) fn pending_piece(&mut self, end: usize) {
        self.piece(PieceKind::Text, PENDING, end);
    }

    /// Sets the spot of the pending text.
    pub(super) fn set_pending(&mut self, spot: Spot) {
        for piece in self.pieces.iter_mut().rev() {
            match piece.2 {
                PENDING => piece.2 = spot,
                // Only markup that makes no node can be in between.
                _ if piece.1 == PieceKind::Markup => {}
                _ => break,
            }
        }
    }

    /// Decodes a raw value.
    fn text(&self, raw: &[u8]) -> String {
        reference::decoded(raw, self.encoding)
    }

    /// The encoding that the tag of a `meta` declares.
    pub(super) fn named_encoding(&self, tag: &Tag) -> Option<&'static Encoding> {
        let [charset, http_equiv] =
            [Kept::Charset, Kept::HttpEquiv].map(|kept| tag.value(kept).map(|raw| self.text(raw)));
        if charset.is_none() && http_equiv.is_none() {
            return None;
        }
        let content = tag.value(Kept::Content).map(|raw| self.text(raw));
        encoding::named(charset.as_deref(), http_equiv.as_deref(), content.as_deref())
    }

    /// The encoding to restart with if a `meta` declares `named`, if it differs.
    pub(super) fn changed_encoding(&self, named: &'static Encoding) -> Option<&'static Encoding> {
        encoding::changed(self.page, named)
    }

    /// Continues in another encoding in which markup can be recognised in the bytes.
    pub(super) fn read_on_in(&mut self, encoding: &'static Encoding) {
        self.page = encoding;
        self.encoding = encoding;
    }

    /// The marked element that a tag describes, if its element is marked.
    pub(super) fn describe(&self, tag: &Tag, added: Added) -> Option<Element> {
        let nosnippet = added.no_snippet && tag.no_snippet();
        let class = tag.value(Kept::Class).filter(|raw| {
            added.class && (!self.settings.classes.is_empty() || memchr2(b':', b'&', raw).is_some())
        });
        let id = tag.value(Kept::Id).filter(|_| added.id && !self.settings.ids.is_empty());
        if !nosnippet && class.is_none() && id.is_none() {
            return None;
        }
        let mut element = Element {
            tag: Box::default(),
            tokens: Vec::new(),
            id: None,
            nosnippet,
            selected: false,
            classes: Vec::new(),
            parent: None,
            position: Position::default(),
            text: Box::default(),
        };
        if let Some(raw) = class {
            self.classes(raw, &mut element);
        }
        if let Some(raw) = id {
            let id = self.text(raw);
            element.selected |= self.settings.ids.iter().any(|selected| **selected == *id);
        }
        (element.selected || element.nosnippet || !element.tokens.is_empty()).then_some(element)
    }

    /// Adds the tokens of a class attribute that matter.
    fn classes(&self, raw: &[u8], element: &mut Element) {
        let value = self.text(raw);
        let whole = if raw.len() < limits::ATTRIBUTE_VALUE {
            value.as_str()
        } else {
            // The last token may be cut off.
            value.rsplit_once(blank).map_or("", |(whole, _)| whole)
        };
        for token in whole.split(blank) {
            if token
                .as_bytes()
                .get(..PREFIX.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
                && element.tokens.len() < limits::CLASS_TOKENS
            {
                element.tokens.push(token.into());
            }
            if self.settings.classes.iter().any(|selected| **selected == *token) {
                element.selected = true;
                if !element.classes.iter().any(|class| **class == *token) {
                    element.classes.push(token.into());
                }
            }
        }
    }

    /// The id in a tag.
    pub(super) fn id(&self, tag: &Tag) -> Option<Box<str>> {
        tag.value(Kept::Id).map(|raw| self.text(raw).into())
    }

    /// Adds the id of an element.
    #[expect(clippy::cast_possible_truncation, reason = "there is a ceiling on what is kept")]
    pub(super) fn add_id(&mut self, tag: &Tag, spot: Spot) {
        let Some(raw) = tag.value(Kept::Id) else { return };
        if self.metas_only {
            return;
        }
        if self.ids.len() >= limits::PAGE_IDS || self.ids_text.len() + raw.len() > limits::PAGE_KEPT
        {
            self.ids_overflow = true;
            return;
        }
        match std::str::from_utf8(raw) {
            Ok(plain) if raw.iter().all(|it| it.is_ascii() && !b"&\r\0".contains(it)) => {
                self.ids_text.push_str(plain);
            }
            _ => {
                let text = self.text(raw);
                self.ids_text.push_str(&text);
            }
        }
        self.ids.push((self.ids_text.len() as u32, spot));
    }

    /// Adds a `meta` if it has a name and a content and is looked for. Returns false if there is no
    /// room for it.
    pub(super) fn add_meta(&mut self, tag: &Tag, in_head: bool, spot: Spot) -> bool {
        let (Some(name), Some(content)) = (tag.value(Kept::Name), tag.value(Kept::Content)) else {
            return true;
        };
        if self.metas_only && !self.body_metas && !in_head {
            return true;
        }
        let (name, content) = (self.text(name), self.text(content));
        let statement = self.settings.for_crawlers.then(|| MetaStatement::read(&name, &content));
        if statement == Some(None) {
            return true;
        }
        let statement = statement.flatten();
        for locator in
            statement.iter().filter(|_| in_head).flat_map(|statement| statement.elements(&content))
        {
            if let Some(selectors) = Selector::of(&locator) {
                self.settings.select(selectors);
            }
        }
        let meta = Meta {
            name: name.into(),
            content: content.into(),
            content_span: Span::new(tag.content.0, tag.content.1),
            content_line: 0,
            content_cut: tag.content_is_cut,
            in_head,
            position: Position::default(),
            text: Box::default(),
            statement,
        };
        self.kept += meta.name.len() + meta.content.len();
        self.metas.push((meta, spot));
        self.metas.len() <= limits::METAS && self.kept <= limits::PAGE_KEPT
    }

    /// Keeps a `link`, `script` or `base` that is read for signals. Says whether there is room for it.
    pub(super) fn add_signal(&mut self, tag: &Tag, in_head: bool, spot: Spot) -> bool {
        if !self.settings.for_crawlers || self.metas_only && !self.body_metas && !in_head {
            return true;
        }
        // Only a type with a `+`, or a reference to one, is that of a licence.
        let may_be_rsl =
            || tag.value(Kept::Kind).is_some_and(|raw| memchr2(b'+', b'&', raw).is_some());
        if tag.ident.name != Name::Base && !may_be_rsl() {
            return true;
        }
        let value = |kept| tag.value(kept).map(|raw| self.text(raw)).unwrap_or_default();
        let name = match tag.ident.name {
            Name::Link => "link",
            Name::Script => "script",
            _ => "base",
        };
        let (relations, media_type) = (value(Kept::Name), value(Kept::Kind));
        let signal = MetaSignal::of_element(name, &relations, &media_type);
        let is_script = signal == Some(MetaSignal::Document);
        let Some(signal) = signal.filter(|_| is_script || tag.value(Kept::Content).is_some())
        else {
            return true;
        };
        let meta = Meta {
            name: name.into(),
            content: value(Kept::Content).into(),
            content_span: Span::new(tag.content.0, tag.content.1),
            content_line: 0,
            content_cut: tag.content_is_cut,
            in_head,
            position: Position::default(),
            text: Box::default(),
            statement: Some(MetaStatement::Signal(signal)),
        };
        self.kept += meta.name.len() + meta.content.len();
        self.metas.push((meta, spot));
        if is_script {
            self.script = Some(Vec::new());
        }
        self.metas.len() <= limits::METAS && self.kept <= limits::PAGE_KEPT
    }

    /// Whether a reference was found that may be relative, and no `base` yet.
    pub(super) fn needs_base(&self) -> bool {
        let is = |wanted: &[MetaSignal]| {
            self.metas.iter().any(|(meta, _)| match &meta.statement {
                Some(MetaStatement::Signal(signal)) => wanted.contains(signal),
                _ => false,
            })
        };
        is(&[MetaSignal::License, MetaSignal::Policy]) && !is(&[MetaSignal::Base])
    }

    /// The text of a script that is kept goes on with these bytes.
    pub(super) fn add_script(&mut self, bytes: &[u8]) {
        if let Some(script) = &mut self.script {
            let room = (limits::SIGNAL_FILE + 1).saturating_sub(script.len());
            script.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
        }
    }

    /// The script is over.
    pub(super) fn end_script(&mut self) {
        if let Some(script) = self.script.take()
            && let Some((meta, _)) = self.metas.last_mut()
        {
            let (text, _) = self.encoding.decode_without_bom_handling(&script);
            meta.content_cut = script.len() > limits::SIGNAL_FILE;
            self.kept += text.len();
            meta.content = text.into();
        }
    }

    /// Adds a tag to list.
    pub(super) fn add_tag(&mut self, tag: &Tag, position: Position) {
        let encoding = self.encoding;
        let text = |raw: &[u8]| reference::decoded(raw, encoding);
        self.tags.add(&tag.listed, (tag.is_end, position), text);
    }

    /// Adds a marked element. Returns false if there is no room for it.
    pub(super) fn add_element(&mut self, element: Element, node: NodeId) -> bool {
        self.kept += element.tokens.iter().map(|token| token.len()).sum::<usize>();
        self.kept += element.id.as_ref().map_or(0, |id| id.len());
        self.elements.push((element, node));
        self.elements.len() <= limits::MARKED_ELEMENTS && self.kept <= limits::PAGE_KEPT
    }

    /// Replaces an element that was removed from the document along with the body by its copy.
    pub(super) fn replace(&mut self, lost: NodeId, copy: NodeId) {
        for (_, node) in self.elements.iter_mut().filter(|(_, node)| *node == lost) {
            *node = copy;
        }
        for (_, spot) in self.ids.iter_mut().filter(|(_, spot)| *spot == Spot::At(lost)) {
            *spot = Spot::At(copy);
        }
    }

    /// Detaches ids and META elements from nodes that can be dropped.
    pub(super) fn settle(&mut self, arena: &Arena) {
        for (_, spot) in &mut self.ids {
            *spot = arena.settle(*spot);
        }
        for (_, spot) in &mut self.metas {
            *spot = arena.settle(*spot);
        }
    }

    /// Returns the result, without what is no longer in the document.
    #[expect(clippy::cast_possible_truncation, reason = "there is a ceiling on elements")]
    pub(super) fn finish(self, arena: &Arena, bytes: usize) -> Markup {
        let mut numbers = vec![UNMARKED; self.elements.len()];
        let mut count = 0;
        for ((_, node), number) in self.elements.iter().zip(&mut numbers) {
            if arena.container(Spot::At(*node), UNMARKED).1 {
                *number = count;
                count += 1;
            }
        }
        let number = |mark: u32| {
            let number = numbers.get(mark as usize).copied().unwrap_or(UNMARKED);
            (number != UNMARKED).then_some(number)
        };
        let container = |spot| number(arena.container(spot, UNMARKED).0);
        let mut elements = Vec::with_capacity(count as usize);
        for (mark, (mut element, node)) in self.elements.into_iter().enumerate() {
            if number(mark as u32).is_some() {
                element.parent = number(arena.container(Spot::At(node), mark as u32).0);
                elements.push(element);
            }
        }
        let mut start = 0;
        let mut held = Vec::new();
        for (end, spot) in self.ids {
            let id = self.ids_text.get(start..end as usize).unwrap_or_default();
            start = end as usize;
            if arena.container(spot, UNMARKED).1 {
                held.push((id, container(spot)));
            }
        }
        let matter: HashSet<&str> =
            held.iter().filter(|(_, container)| container.is_some()).map(|(id, _)| *id).collect();
        let mut seen = HashSet::new();
        held.retain(|it| matter.contains(it.0) && seen.insert(*it));
        let ids = held.into_iter().map(|(id, container)| (Box::from(id), container)).collect();
        let mut start = 0;
        let mut pieces: Vec<Piece> = Vec::new();
        for (end, kind, spot) in self.pieces {
            let (span, container) = (Span::new(start, end as usize), container(spot));
            start = end as usize;
            match pieces.last_mut() {
                Some(last) if last.kind == kind && last.container == container => {
                    last.span = Span::new(last.span.start(), span.end());
                }
                _ => pieces.push(Piece { span, container, kind }),
            }
        }
        let metas = self.metas.into_iter();
        Markup {
            encoding: self.page.name(),
            metas: metas
                .filter(|(_, spot)| arena.container(*spot, UNMARKED).1)
                .map(|it| it.0)
                .collect(),
            elements,
            ids,
            ids_overflow: self.ids_overflow,
            tags: self.tags.tags,
            tags_overflow: self.tags.overflow,
            selectors: if self.settings.head_only { Vec::new() } else { self.settings.selectors() },
            pieces,
            cut: self.cut,
            shortened: self.shortened,
            bytes: bytes as u64,
        }
    }
}

impl Settings {
    /// Selects an element, unless too many are selected.
    fn select(&mut self, selectors: Selector) {
        if self.ids.len() + self.classes.len() >= limits::CONDITION_ELEMENTS {
            return;
        }
        let (names, name) = match selectors {
            Selector::Id(name) => (&mut self.ids, name),
            Selector::Class(name) => (&mut self.classes, name),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }

    /// The selected elements.
    pub(super) fn selectors(&self) -> Vec<Selector> {
        let ids = self.ids.iter().cloned().map(Selector::Id);
        ids.chain(self.classes.iter().cloned().map(Selector::Class)).collect()
    }
}

fn blank(character: char) -> bool {
    character.is_ascii() && is_blank(character as u8)
}
