//! The text of parts of a page.

use crate::syntax::html;
use crate::syntax::html::PieceKind;
use crate::text::Span;

/// Elements inside a line of text, or without text. All others begin and end a line.
const INLINE: [&str; 64] = [
    "a", "abbr", "acronym", "applet", "area", "audio", "b", "bdi", "bdo", "big", "button",
    "canvas", "cite", "code", "data", "del", "dfn", "em", "embed", "font", "i", "iframe", "img",
    "input", "ins", "kbd", "label", "link", "map", "mark", "meta", "meter", "nobr", "noscript",
    "object", "output", "picture", "progress", "q", "rb", "rp", "rt", "ruby", "s", "samp",
    "script", "select", "slot", "small", "span", "strike", "strong", "style", "sub", "sup", "svg",
    "template", "textarea", "time", "tt", "u", "var", "video", "wbr",
];

/// The text of the parts: without markup, with character references decoded, white space collapsed,
/// and a line for each block.
pub(super) fn text(page: &[u8], encoding: &str, parts: &[(Span, PieceKind)]) -> String {
    let mut text = Text::default();
    for (span, kind) in parts {
        let bytes = span.of(page);
        match kind {
            PieceKind::Text => text.push(&html::text(encoding, bytes)),
            PieceKind::Markup => text.line |= ends_line(&html::text(encoding, bytes)),
            PieceKind::Plain => text.push(&html::plain(encoding, bytes)),
            PieceKind::Raw => {}
        }
    }
    text.written
}

/// Whether a tag begins or ends a line. Comments and the like do not.
pub(super) fn ends_line(markup: &str) -> bool {
    let name = markup.trim_start_matches(['<', '/']);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    let name = name.get(..end).unwrap_or_default().to_ascii_lowercase();
    !name.is_empty() && INLINE.binary_search(&&*name).is_err()
}

/// Text in lines, without white space at their ends or doubled in them.
#[derive(Debug, Default)]
struct Text {
    written: String,
    /// A line ends before the next word.
    line: bool,
    /// There is white space before the next word.
    space: bool,
}

impl Text {
    fn push(&mut self, text: &str) {
        for c in text.chars() {
            if matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C') {
                self.space = true;
                continue;
            }
            if !self.written.is_empty() {
                if self.line {
                    self.written.push('\n');
                } else if self.space {
                    self.written.push(' ');
                }
            }
            self.line = false;
            self.space = false;
            self.written.push(c);
        }
    }
}
