//! The parts of HTML that speak to crawlers: metas, class tokens, ids, and what lies inside what.
//!
//! Tokens and elements are those of the HTML standard's parser (§13.2), errors included, but no
//! tree is built, and a page can be read as it arrives. An element is *marked* if a class token of
//! it begins with `the-acap:`, if it has `data-nosnippet`, or if it is asked for by id or class. For
//! these, and for everything inside them, it is known in the end which is inside which, wherever
//! the parser moves things to.
//!
//! A formatting element that the parser copies stays one element here; where it lies is where the
//! first of them lies.
//!
//! ```
//! use placet::syntax::html::{self, Settings};
//!
//! let markup = html::read(
//!     b"<meta name=robots content=nofollow><p>All of<b class=the-acap:disallow-index> this",
//!     Settings::default(),
//! );
//! assert_eq!(&*markup.metas[0].name, "robots");
//! assert_eq!(&*markup.elements[0].tokens[0], "the-acap:disallow-index");
//! assert_eq!(markup.elements[0].place.column, 45);
//! ```

mod arena;
mod attribute;
mod comment;
mod data;
mod doctype;
mod encoding;
mod facts;
mod formatting;
mod insert;
mod lane;
mod lines;
mod listed;
mod machine;
mod modes;
mod name;
mod raw;
mod reader;
mod reference;
mod scan;
mod stack;
mod tag;
mod transcode;
mod tree;
mod watch;
mod window;

pub use listed::{Attribute, ListedTag};
pub use reader::{Reader, read};

use std::borrow::Cow;

use encoding_rs::Encoding;

use crate::syntax::meta::MetaStatement;
use crate::text::Span;
use crate::vocabulary::Locator;
use transcode::Transcoder;

/// What is asked of a page.
#[derive(Debug, Clone, Default)]
#[expect(clippy::exhaustive_structs, reason = "it is made with the fields that are needed")]
pub struct Settings {
    /// The label of the encoding that the response names, if it names one.
    pub charset: Option<Box<str>>,
    /// The ids of elements that are asked for.
    pub ids: Vec<Box<str>>,
    /// The class tokens of elements that are asked for.
    pub classes: Vec<Box<str>>,
    /// Whether `meta` elements that do not speak to crawlers are passed over, and the elements that
    /// those of the head name are looked for in what follows; then the `link`, `script` and `base`
    /// elements that signals are read from are kept among the metas, with the name of the element as
    /// their name. Else all metas that have a name and a content are kept.
    pub for_crawlers: bool,
    /// The names of the elements whose tags are listed, with all their attributes.
    pub tags: Vec<Box<str>>,
    /// Whether the page is to be cut into [`Piece`]s.
    pub pieces: bool,
    /// Whether the body does not matter.
    pub head_only: bool,
}

/// An element that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "elements are asked for by id or class")]
pub enum Sought {
    /// By its id.
    Id(Box<str>),
    /// By one of its class tokens.
    Class(Box<str>),
}

impl Sought {
    /// What a condition names; none for what is no element of a page.
    pub(crate) fn of(locator: &Locator) -> Option<Self> {
        match locator {
            Locator::Id(id) => Some(Self::Id(id.clone())),
            Locator::Class(class) => Some(Self::Class(class.clone())),
            Locator::Meta(_) | Locator::Uri(_) => None,
        }
    }
}

/// Whether a [`Reader`] wants more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "there is nothing between yes and no")]
pub enum Progress {
    /// What follows may matter.
    More,
    /// Nothing that follows matters.
    Enough,
}

/// What a page says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Markup {
    /// The name of the encoding, as the Encoding Standard has it.
    pub encoding: &'static str,
    /// The `meta` elements that have a name and a content and are asked for, in the order of their
    /// tags.
    pub metas: Vec<Meta>,
    /// The marked elements, in the order of their start tags.
    pub elements: Vec<Element>,
    /// The ids of elements inside marked elements, those of marked elements included, each with
    /// the number of the innermost marked element. Where several elements have one id, all places
    /// are listed, in the order of their start tags; none is a place outside all marked elements.
    pub ids: Vec<(Box<str>, Option<u32>)>,
    /// Whether there were more ids than are kept.
    pub ids_overflow: bool,
    /// The elements that were asked for, by the settings or by a `meta`: no more than
    /// [`limits::CONDITION_ELEMENTS`](crate::text::limits::CONDITION_ELEMENTS) in all where a `meta` asks. None where
    /// the body was not read.
    pub sought: Vec<Sought>,
    /// The tags of the elements that were asked for by name, in their order, as a client without
    /// scripts meets them.
    pub tags: Vec<ListedTag>,
    /// Whether there were more tags than are kept.
    pub tags_overflow: bool,
    /// The page in pieces, if they were asked for. They tile what was read.
    pub pieces: Vec<Piece>,
    /// Where a ceiling was met that makes all that follows unsure. It was not read.
    pub cut: Option<Place>,
    /// The first tag with a value that was too long to be kept as a whole.
    pub shortened: Option<Place>,
    /// How many bytes were read.
    pub bytes: u64,
}

/// Where a tag stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The bytes of the tag in the input.
    pub span: Span,
    /// The line it begins on, from 1.
    pub line: u32,
    /// The column it begins at, in bytes from 1.
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
    /// The bytes of that value as written, in the input.
    pub content_span: Span,
    /// Whether the value was longer than is kept.
    pub content_cut: bool,
    /// Whether it is in the head, and not inside a template, with scripting enabled or without.
    pub in_head: bool,
    /// Where it stands.
    pub place: Place,
    /// The tag as written, or its beginning.
    pub text: Box<str>,
    /// The line that the text of a script begins on, from 1.
    pub(crate) content_line: u32,
    /// What it says to crawlers, where that is asked for.
    pub(crate) says: Option<MetaStatement>,
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
    /// Whether it is asked for by id or class.
    pub wanted: bool,
    /// Those of its class tokens that are asked for.
    pub classes: Vec<Box<str>>,
    /// The innermost marked element that it is inside of.
    pub parent: Option<u32>,
    /// Where its start tag stands; for `html` and `body` the tag that marked it.
    pub place: Place,
    /// That tag as written, or its beginning.
    pub text: Box<str>,
}

/// A part of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// Its bytes in the input.
    pub span: Span,
    /// The innermost marked element that it belongs to. Tags belong to their element.
    pub holder: Option<u32>,
    /// What it is.
    pub kind: PieceKind,
}

/// What a [`Piece`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceKind {
    /// Text, also that of `title` and `textarea`.
    Text,
    /// Tags, comments and document types.
    Markup,
    /// The content of `script`, `style` and other elements that hold no markup.
    Raw,
    /// All of a body that is not HTML.
    Plain,
}

impl Markup {
    /// What there is of a body of so many bytes that is not HTML.
    pub(crate) fn plain(bytes: usize, charset: Option<&str>) -> Self {
        let named = charset.and_then(|label| Encoding::for_label(label.as_bytes()));
        let span = Span::new(0, bytes.min(crate::text::limits::FILE_MAX));
        Self {
            encoding: named.unwrap_or(encoding_rs::UTF_8).name(),
            pieces: vec![Piece { span, holder: None, kind: PieceKind::Plain }],
            bytes: span.len() as u64,
            ..Self::default()
        }
    }
}

/// The text of bytes that stand between tags, in the [encoding](Markup::encoding) of the page.
pub(crate) fn text(encoding: &str, bytes: &[u8]) -> String {
    reference::text(&plain(encoding, bytes))
}

/// The text of bytes in an encoding.
pub(crate) fn plain<'t>(encoding: &str, bytes: &'t [u8]) -> Cow<'t, str> {
    let encoding = Encoding::for_label(encoding.as_bytes()).unwrap_or(encoding_rs::UTF_8);
    encoding.decode_without_bom_handling(bytes).0
}

/// The characters of a text, that stands between tags (and has `references`) or is no markup, until
/// `take` says that it wants no more: each with the number of bytes up to its end.
///
/// The characters that one character reference stands for all end with the reference.
pub(crate) fn characters(
    encoding: &str,
    bytes: &[u8],
    references: bool,
    mut take: impl FnMut(char, usize) -> bool,
) {
    let encoding = Encoding::for_label(encoding.as_bytes()).unwrap_or(encoding_rs::UTF_8);
    let mut each = |raw: &str, end: &dyn Fn(usize) -> usize| {
        let mut steps = reference::steps(raw, references);
        steps.all(|(text, at)| text.chars().all(|character| take(character, end(at))))
    };
    match std::str::from_utf8(bytes) {
        Ok(text) if encoding == encoding_rs::UTF_8 => each(text, &|at| at),
        _ => {
            let decoded = Transcoder::new(encoding, 0).decode(bytes, true);
            let place = |at: usize| decoded.map.get(at).map_or(bytes.len(), |&at| at as usize);
            each(&String::from_utf8_lossy(&decoded.text), &place)
        }
    };
}
