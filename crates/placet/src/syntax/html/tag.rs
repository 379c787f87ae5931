//! One tag: its name, and the attributes that matter (HTML §13.2.5.8 to §13.2.5.40).
//!
//! Reading a tag can stop at any byte and continue with the next window. Values that are kept are
//! copied up to a ceiling; all others are skipped, however long they are.

use memchr::memchr;

use super::attribute::{KEPT, Kept};
use super::listed::Collector;
use super::name::{Ident, Name};
use super::window::{Window, is_blank};
use crate::text::limits;

/// How many bytes of a name are read; no known name is longer.
const NAME_READ: usize = 128;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Name,
    BeforeAttribute,
    AttributeName,
    AfterName,
    BeforeValue,
    Quoted(u8),
    Unquoted,
    SelfClosing,
}

/// A tag, during and after parsing.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent")]
pub(super) struct Tag {
    pub(super) ident: Ident,
    /// Whether it is an end tag.
    pub(super) is_end: bool,
    pub(super) self_closing: bool,
    /// The position of its `<` in the input.
    pub(super) start: usize,
    /// The range of the value of `content` in the input.
    pub(super) content: (usize, usize),
    /// Whether a kept value was longer than the ceiling.
    pub(super) is_cut: bool,
    pub(super) content_is_cut: bool,
    /// A hash of its attributes, if it is the tag of a formatting element.
    pub(super) fingerprint: u64,
    state: State,
    pub(super) has: u16,
    pub(super) values: [Vec<u8>; KEPT],
    /// The attribute whose value is being read, if it is kept.
    pub(super) current: Option<Kept>,
    /// The part of a name that is in earlier windows.
    name: Vec<u8>,
    /// The part of the tag that is in earlier windows.
    source: Vec<u8>,
    /// The hash of the attribute name whose value is to be added to the fingerprint.
    pub(super) hashed: Option<u64>,
    pub(super) scratch: Vec<u8>,
    /// The hashes of the attribute names in the fingerprint.
    pub(super) seen: Vec<u64>,
    pub(super) listed: Collector,
}

impl Tag {
    pub(super) fn new() -> Self {
        Self {
            ident: Ident { name: Name::Other, key: 0 },
            is_end: false,
            self_closing: false,
            start: 0,
            content: (0, 0),
            is_cut: false,
            content_is_cut: false,
            fingerprint: 0,
            state: State::Name,
            has: 0,
            values: Default::default(),
            current: None,
            name: Vec::new(),
            source: Vec::new(),
            hashed: None,
            scratch: Vec::new(),
            seen: Vec::new(),
            listed: Collector::default(),
        }
    }

    /// Creates a tag that collects all attributes of tags with these names.
    pub(super) fn listing(names: &[Box<str>]) -> Self {
        Self { listed: Collector::new(names), ..Self::new() }
    }

    /// Starts a tag whose `<` is at `start` in the input.
    pub(super) fn begin(&mut self, start: usize, is_end: bool) {
        self.start = start;
        self.is_end = is_end;
        self.self_closing = false;
        self.is_cut = false;
        self.content_is_cut = false;
        self.fingerprint = 0;
        self.state = State::Name;
        self.has = 0;
        self.current = None;
        self.hashed = None;
        self.name.clear();
        self.source.clear();
        self.seen.clear();
        self.listed.begin();
    }

    /// The tag as written, possibly cut short; `start` and `end` are indices in `window`, unless
    /// the tag began before it.
    pub(super) fn source(&self, window: &Window<'_>, start: usize, end: usize) -> Vec<u8> {
        let mut source = self.source.clone();
        let room = limits::TAG_TEXT.saturating_sub(source.len());
        source.extend(window.slice(start, end).iter().take(room));
        source
    }

    /// Keeps the part of the tag that is in `window`, because it continues in the next one.
    pub(super) fn hold(&mut self, window: &Window<'_>, start: usize) {
        let room = limits::TAG_TEXT.saturating_sub(self.source.len());
        self.source.extend(window.from(start).iter().take(room));
    }

    /// Continues from `at`. Returns the index after the tag's `>`, or `None` if the window ends
    /// first.
    pub(super) fn read(&mut self, window: &Window<'_>, mut at: usize) -> Option<usize> {
        loop {
            match self.state {
                State::Name => at += self.read_name(window.from(at))?,
                State::BeforeAttribute => {
                    at += blanks(window.from(at));
                    match window.get(at)? {
                        b'/' => {
                            at += 1;
                            self.state = State::SelfClosing;
                        }
                        b'>' => return self.finish(at + 1),
                        first => {
                            self.end_attribute();
                            self.state = State::AttributeName;
                            // A leading equals sign is part of the name.
                            if first == b'=' {
                                self.name.push(first);
                                at += 1;
                            }
                        }
                    }
                }
                State::SelfClosing => {
                    let next = window.get(at)?;
                    self.state = State::BeforeAttribute;
                    if next == b'>' {
                        self.self_closing = true;
                        return self.finish(at + 1);
                    }
                }
                State::AttributeName => at += self.read_attribute_name(window.from(at))?,
                State::AfterName => {
                    at += blanks(window.from(at));
                    if window.get(at)? == b'=' {
                        at += 1;
                        self.state = State::BeforeValue;
                    } else {
                        self.state = State::BeforeAttribute;
                    }
                }
                State::BeforeValue => {
                    at += blanks(window.from(at));
                    self.state = match window.get(at)? {
                        quote @ (b'"' | b'\'') => {
                            at += 1;
                            State::Quoted(quote)
                        }
                        b'>' => return self.finish(at + 1),
                        _ => State::Unquoted,
                    };
                    self.begin_value(window.position(at));
                }
                State::Quoted(quote) => {
                    let rest = window.from(at);
                    let len = memchr(quote, rest);
                    let end = at + len.unwrap_or(rest.len());
                    self.keep(window.slice(at, end), window.position(end));
                    len?;
                    at = end + 1;
                    // White space may be missing before the next attribute.
                    self.state = State::BeforeAttribute;
                }
                State::Unquoted => {
                    let rest = window.from(at);
                    let len = rest.iter().position(|&byte| byte == b'>' || is_blank(byte));
                    let end = at + len.unwrap_or(rest.len());
                    self.keep(window.slice(at, end), window.position(end));
                    len?;
                    at = end;
                    self.state = State::BeforeAttribute;
                }
            }
        }
    }

    /// Reads the name of the tag, or the rest of it. Returns its length, if it ends here.
    #[inline]
    fn read_name(&mut self, rest: &[u8]) -> Option<usize> {
        let len = rest.iter().position(|&byte| ends_name(byte));
        let short = len.filter(|_| self.name.is_empty()).and_then(|len| Ident::short(rest, len));
        if let Some(ident) = short {
            self.ident = ident;
        } else {
            let name = rest.get(..len.unwrap_or(rest.len())).unwrap_or_default();
            let room = NAME_READ.saturating_sub(self.name.len());
            self.name.extend(name.iter().take(room).map(u8::to_ascii_lowercase));
            len?;
            self.ident = Ident::of(&self.name);
        }
        self.name.clear();
        self.listed.named(self.ident.key);
        self.state = State::BeforeAttribute;
        len
    }

    /// Reads the name of an attribute, or the rest of it. Returns its length, if it ends here.
    #[inline]
    fn read_attribute_name(&mut self, rest: &[u8]) -> Option<usize> {
        let len = rest.iter().position(|&byte| byte == b'=' || ends_name(byte));
        let name = rest.get(..len.unwrap_or(rest.len())).unwrap_or_default();
        if self.name.is_empty() && len.is_some() {
            // As much as is kept of a name that arrives in several chunks.
            self.attribute(name.get(..NAME_READ).unwrap_or(name));
        } else {
            let room = NAME_READ.saturating_sub(self.name.len());
            self.name.extend(name.iter().take(room));
            len?;
            let name = std::mem::take(&mut self.name);
            self.attribute(&name);
            self.name = name;
            self.name.clear();
        }
        self.state = State::AfterName;
        len
    }

    #[expect(clippy::unnecessary_wraps, reason = "it ends a function that returns an option")]
    fn finish(&mut self, end: usize) -> Option<usize> {
        self.end_attribute();
        Some(end)
    }
}

#[inline]
fn ends_name(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'/' | b'>')
}

/// The number of blanks that `text` begins with.
#[inline]
fn blanks(text: &[u8]) -> usize {
    text.iter().position(|&byte| !is_blank(byte)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(data: &[u8], base: usize) -> Window<'_> {
        Window { data, base, map: None, last: false }
    }

    /// The tag in `text`, read as a whole and split at every byte.
    fn tag(text: &str) -> Tag {
        let mut whole = Tag::new();
        whole.begin(0, false);
        let end = whole.read(&window(text.as_bytes(), 0), 1);
        assert_eq!(end, Some(text.len()), "{text}");
        for cut in 2..text.len() {
            let (first, second) = text.as_bytes().split_at(cut);
            let mut tag = Tag::new();
            tag.begin(0, false);
            assert_eq!(tag.read(&window(first, 0), 1), None, "{text} at {cut}");
            assert_eq!(tag.read(&window(second, cut), 0), Some(second.len()), "{text} at {cut}");
            assert_eq!(tag.ident, whole.ident);
            assert_eq!(tag.has, whole.has);
            assert_eq!(tag.fingerprint, whole.fingerprint);
            assert_eq!(tag.content, whole.content);
            for kept in [Kept::Class, Kept::Id, Kept::Name, Kept::Content, Kept::Kind] {
                assert_eq!(tag.value(kept), whole.value(kept));
            }
        }
        whole
    }

    #[test]
    fn attributes_are_read_in_every_notation() {
        let meta = tag("<META name = robots content='a>b' name=x CONTENT=\"\">");
        assert_eq!(meta.value(Kept::Name), Some(&b"robots"[..]));
        assert_eq!(meta.value(Kept::Content), Some(&b"a>b"[..]));
        assert_eq!(meta.content, (29, 32));
        let div = tag("<div/class/id=a/b / =x data-NoSnippet>");
        assert_eq!(div.value(Kept::Class), Some(&b""[..]));
        assert_eq!(div.value(Kept::Id), Some(&b"a/b"[..]));
        assert!(div.no_snippet() && !div.self_closing);
        let br = tag("<br class=\"x\"id=y / />");
        assert_eq!(br.value(Kept::Id), Some(&b"y"[..]));
        assert!(br.self_closing);
        let odd = tag("<p =class=a class = \n>");
        assert_eq!(odd.value(Kept::Class), Some(&b""[..]));
        assert!(!tag("<font title=size>").is_font());
        assert!(tag("<font SIZE>").is_font());
    }

    #[test]
    fn fingerprints_are_those_of_sets_of_attributes() {
        let fingerprint = |text: &str| tag(text).fingerprint;
        assert_eq!(fingerprint("<b a=1 c='2'>"), fingerprint("<b c=2 A=\"1\" a=3>"));
        assert_eq!(fingerprint("<b a=&amp;>"), fingerprint("<b a='&'>"));
        assert_ne!(fingerprint("<b a=1 c=2>"), fingerprint("<b a=2 c=1>"));
        assert_ne!(fingerprint("<b a>"), fingerprint("<b>"));
    }
}
