//! What a page is read into, and what to look for in it. These types exist without the parser too.

use encoding_rs::Encoding;

use super::meta::MetaStatement;
use crate::text::Span;
use crate::vocabulary::Locator;

/// What to look for in a page; by default `meta` elements and marked elements.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Settings {
    /// The label of the encoding in the response, if it has one.
    pub charset: Option<Box<str>>,
    /// The ids of elements to select.
    pub ids: Vec<Box<str>>,
    /// The class tokens of elements to select.
    pub classes: Vec<Box<str>>,
    /// Whether to ignore `meta` elements that are not for crawlers, to select the elements that those
    /// in the head name, and to keep the `link`, `script` and `base` elements that signals are read
    /// from among the metas, with the name of the element as their name. Otherwise all `meta` elements
    /// with a name and a content are kept.
    pub for_crawlers: bool,
    /// The names of elements whose tags are listed, with all their attributes.
    pub tags: Vec<Box<str>>,
    /// Whether to split the page into [`Piece`]s.
    pub pieces: bool,
    /// Whether to ignore the body.
    pub head_only: bool,
}

/// An element to select.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "elements are selected by id or class")]
pub enum Selector {
    /// By its id.
    Id(Box<str>),
    /// By one of its class tokens.
    Class(Box<str>),
}

impl Selector {
    /// The selector of the element that a condition names; `None` if it names no element of a page.
    pub(crate) fn of(locator: &Locator) -> Option<Self> {
        match locator {
            Locator::Id(id) => Some(Self::Id(id.clone())),
            Locator::Class(class) => Some(Self::Class(class.clone())),
            Locator::Meta(_) | Locator::Uri(_) => None,
        }
    }
}

/// Whether a reader of HTML needs more input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "more input matters or it does not")]
pub enum Progress {
    /// The rest of the page may matter.
    More,
    /// Nothing in the rest of the page matters.
    Enough,
}

/// The result of reading a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Markup {
    /// The name of the encoding, as in the Encoding Standard.
    pub encoding: &'static str,
    /// The `meta` elements that have a name and a content and are looked for, in the order of their
    /// tags.
    pub metas: Vec<Meta>,
    /// The marked elements, in the order of their start tags.
    pub elements: Vec<Element>,
    /// The ids of marked elements and of elements inside them, each with the number of the
    /// innermost marked element. If several elements have the same id, all of them are listed, in
    /// the order of their start tags; `None` means one outside all marked elements.
    pub ids: Vec<(Box<str>, Option<u32>)>,
    /// Whether there are more ids than are kept.
    pub ids_overflow: bool,
    /// The elements that were asked for, by the settings or by a `meta`: no more than
    /// [`limits::CONDITION_ELEMENTS`](crate::text::limits::CONDITION_ELEMENTS) in all where a `meta` asks. None where
    /// the body was not read.
    pub selectors: Vec<Selector>,
    /// The tags of the elements that were asked for by name, in their order, as a client without
    /// scripts meets them.
    pub tags: Vec<ListedTag>,
    /// Whether there are more tags than are kept.
    pub tags_overflow: bool,
    /// The pieces of the page, if they were requested. They tile what was read.
    pub pieces: Vec<Piece>,
    /// Where a ceiling was reached that makes the rest of the page uncertain. The rest was not
    /// read.
    pub cut: Option<Position>,
    /// The first tag with a value that was too long to be kept whole.
    pub shortened: Option<Position>,
    /// The number of bytes read.
    pub bytes: u64,
}

/// The position of a tag.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Position {
    /// The bytes of the tag in the input.
    pub span: Span,
    /// The line on which it begins, from 1.
    pub line: u32,
    /// The column at which it begins, in bytes from 1.
    pub column: u32,
}

/// A `meta` element that has a name and a content.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Meta {
    /// The value of `name`.
    pub name: Box<str>,
    /// The value of `content`.
    pub content: Box<str>,
    /// The bytes of that value as written in the input.
    pub content_span: Span,
    /// Whether the value is longer than is kept.
    pub content_cut: bool,
    /// Whether it is in the head, and not inside a template, with scripting enabled or without.
    pub in_head: bool,
    /// The position of its tag.
    pub position: Position,
    /// The tag as written, possibly cut short.
    pub text: Box<str>,
    /// The line that the text of a script begins on, from 1.
    pub(crate) content_line: u32,
    /// Its statement for crawlers, if that is looked for.
    pub(crate) statement: Option<MetaStatement>,
}

/// A marked element.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Element {
    /// The name in its tag, in lower case.
    pub tag: Box<str>,
    /// Its class tokens that begin with `the-acap:`.
    pub tokens: Vec<Box<str>>,
    /// Its id.
    pub id: Option<Box<str>>,
    /// Whether it has `data-nosnippet`.
    pub nosnippet: bool,
    /// Whether it is selected by id or class.
    pub selected: bool,
    /// Those of its class tokens that select it.
    pub classes: Vec<Box<str>>,
    /// The innermost marked element that contains it.
    pub parent: Option<u32>,
    /// The position of its start tag; for `html` and `body` that of the tag that marked it.
    pub position: Position,
    /// That tag as written, possibly cut short.
    pub text: Box<str>,
}

/// A part of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// Its bytes in the input.
    pub span: Span,
    /// The innermost marked element that contains it. Tags belong to their element.
    pub container: Option<u32>,
    /// Its kind.
    pub kind: PieceKind,
}

/// The kind of a [`Piece`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceKind {
    /// Text, including that of `title` and `textarea`.
    Text,
    /// Tags, comments and document types.
    Markup,
    /// The content of `script`, `style` and other elements that contain no markup.
    Raw,
    /// A whole response body that is not HTML.
    Plain,
}

impl Markup {
    /// The result for a response body of `bytes` bytes that is not HTML.
    pub(crate) fn plain(bytes: usize, charset: Option<&str>) -> Self {
        let named = charset.and_then(|label| Encoding::for_label(label.as_bytes()));
        let span = Span::new(0, bytes.min(crate::text::limits::FILE_MAX));
        Self {
            encoding: named.unwrap_or(encoding_rs::UTF_8).name(),
            pieces: vec![Piece { span, container: None, kind: PieceKind::Plain }],
            bytes: span.len() as u64,
            ..Self::default()
        }
    }
}

/// A tag of an element that is [listed](Settings::tags) by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedTag {
    /// The name of the element, in lower case.
    pub name: Box<str>,
    /// Whether it is an end tag. End tags have no attributes.
    pub is_end: bool,
    /// Its attributes, in their order. If one is repeated, only the first is listed (HTML
    /// §13.2.5.33). At most [`TAG_ATTRIBUTES`](crate::limits::TAG_ATTRIBUTES).
    pub attributes: Vec<Attribute>,
    /// Its position.
    pub position: Position,
}

impl ListedTag {
    /// The value of the attribute with this name in lower case; `None` if the tag has no such
    /// attribute or its value was cut.
    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|it| &*it.name == name)?;
        (!found.is_cut).then_some(&*found.value)
    }

    /// Whether it has an attribute with this name in lower case.
    pub fn has(&self, name: &str) -> bool {
        self.attributes.iter().any(|it| &*it.name == name)
    }
}

/// An attribute of a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attribute {
    /// Its name, in lower case.
    pub name: Box<str>,
    /// Its value, with character references decoded.
    pub value: Box<str>,
    /// Whether the value is longer than is kept.
    pub is_cut: bool,
    /// The bytes of the value as written in the input; empty if it has none.
    pub span: Span,
}
