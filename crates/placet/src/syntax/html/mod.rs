//! The parts of HTML that concern crawlers: META elements, class tokens, ids, and how elements are
//! nested.
//!
//! Tokens and elements are those of the HTML standard's parser (§13.2), including its error
//! handling, but no tree is built, and a page can be parsed as it arrives. An element is *marked*
//! if one of its class tokens begins with `the-acap:`, if it has `data-nosnippet`, or if it is
//! selected by id or class. For marked elements and everything inside them, the result says which
//! is inside which, wherever the parser moves them.
//!
//! A formatting element that the parser copies counts as one element, at the position of the first
//! copy.
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
//! assert_eq!(markup.elements[0].position.column, 45);
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
mod lines;
mod listed;
mod machine;
mod modes;
mod name;
mod pass;
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

pub use super::markup::{
    Attribute, Element, ListedTag, Markup, Meta, Piece, PieceKind, Position, Progress, Selector,
    Settings,
};
pub use reader::{Reader, read};

use std::borrow::Cow;

use encoding_rs::Encoding;

use transcode::Transcoder;

/// The text of bytes between tags, in the [encoding](Markup::encoding) of the page.
pub(crate) fn text(encoding: &str, bytes: &[u8]) -> String {
    reference::text(&plain(encoding, bytes))
}

/// The text of bytes in an encoding.
pub(crate) fn plain<'t>(encoding: &str, bytes: &'t [u8]) -> Cow<'t, str> {
    let encoding = Encoding::for_label(encoding.as_bytes()).unwrap_or(encoding_rs::UTF_8);
    encoding.decode_without_bom_handling(bytes).0
}

/// Passes the characters of a text to `take` until that returns false, each with the number of
/// bytes up to its end. With `references`, the text is between tags, and character references are
/// decoded.
///
/// The characters that one character reference represents all end with the reference.
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
            let position = |at: usize| decoded.map.get(at).map_or(bytes.len(), |&at| at as usize);
            each(&String::from_utf8_lossy(&decoded.text), &position)
        }
    };
}
