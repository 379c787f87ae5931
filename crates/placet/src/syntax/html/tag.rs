//! One tag: its name, and those of its attributes that matter (HTML §13.2.5.8 to §13.2.5.40).
//!
//! The reader of a tag can stop at any byte and go on with the next window. It copies the values
//! it was asked for, up to a ceiling, and passes over all others, however long.

use memchr::memchr;

use super::attribute::{KEPT, Kept};
use super::listed::Collector;
use super::name::{Called, Name};
use super::window::{Window, is_blank};
use crate::text::limits;

/// How much of a name is read: no known name is longer.
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
    AfterQuoted,
    SelfClosing,
}

/// A tag, while and after it is read.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "they have nothing to do with each other")]
pub(super) struct Tag {
    pub(super) called: Called,
    /// Whether it is an end tag.
    pub(super) is_end: bool,
    pub(super) self_closing: bool,
    /// Where its `<` stands in the input.
    pub(super) start: usize,
    /// Where the value of `content` stands in the input.
    pub(super) content: (usize, usize),
    /// Whether some value that is kept was longer than the ceiling.
    pub(super) is_cut: bool,
    pub(super) content_is_cut: bool,
    /// What its attributes are, as a number, if it is a formatting element's.
    pub(super) print: u64,
    state: State,
    pub(super) has: u16,
    pub(super) values: [Vec<u8>; KEPT],
    /// The value that is being read, if it is kept.
    pub(super) current: Option<Kept>,
    /// A name that began in an earlier window.
    name: Vec<u8>,
    /// The beginning of the tag, if it lies in earlier windows.
    source: Vec<u8>,
    /// The attribute whose value is to become part of the print.
    pub(super) printed: Option<u64>,
    pub(super) scratch: Vec<u8>,
    /// The names of the attributes in the print.
    pub(super) seen: Vec<u64>,
    pub(super) listed: Collector,
}

impl Tag {
    pub(super) fn new() -> Self {
        Self {
            called: Called { name: Name::Other, key: 0 },
            is_end: false,
            self_closing: false,
            start: 0,
            content: (0, 0),
            is_cut: false,
            content_is_cut: false,
            print: 0,
            state: State::Name,
            has: 0,
            values: Default::default(),
            current: None,
            name: Vec::new(),
            source: Vec::new(),
            printed: None,
            scratch: Vec::new(),
            seen: Vec::new(),
            listed: Collector::default(),
        }
    }

    /// One that collects all attributes of the tags of these names.
    pub(super) fn listing(names: &[Box<str>]) -> Self {
        Self { listed: Collector::new(names), ..Self::new() }
    }

    /// Begins a tag whose `<` stands at `start` in the input.
    pub(super) fn begin(&mut self, start: usize, is_end: bool) {
        self.start = start;
        self.is_end = is_end;
        self.self_closing = false;
        self.is_cut = false;
        self.content_is_cut = false;
        self.print = 0;
        self.state = State::Name;
        self.has = 0;
        self.current = None;
        self.printed = None;
        self.name.clear();
        self.source.clear();
        self.seen.clear();
        self.listed.begin();
    }

    /// The tag as written, or its beginning; `start` and `end` are in `window`, unless the tag
    /// began before it.
    pub(super) fn source(&self, window: &Window<'_>, start: usize, end: usize) -> Vec<u8> {
        let mut source = self.source.clone();
        let room = limits::TAG_TEXT.saturating_sub(source.len());
        source.extend(window.slice(start, end).iter().take(room));
        source
    }

    /// Keeps what `window` has of the beginning of the tag, because it goes on in the next one.
    pub(super) fn hold(&mut self, window: &Window<'_>, start: usize) {
        let room = limits::TAG_TEXT.saturating_sub(self.source.len());
        self.source.extend(window.from(start).iter().take(room));
    }

    /// Reads on from `at`, and gives the place behind the tag's `>`; none if the window ends first.
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
                            // An equals sign that stands first is part of the name.
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
                    self.state = State::AfterQuoted;
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
                State::AfterQuoted => {
                    // White space is passed over before the next attribute anyway.
                    window.get(at)?;
                    self.state = State::BeforeAttribute;
                }
            }
        }
    }

    /// The name of the tag, or the rest of it; how long that is, if it ends here.
    #[inline]
    fn read_name(&mut self, rest: &[u8]) -> Option<usize> {
        let len = rest.iter().position(|&byte| ends_name(byte));
        let name = rest.get(..len.unwrap_or(rest.len())).unwrap_or_default();
        if self.name.is_empty() && len.is_some() && name.len() <= 8 {
            self.called = short(name);
        } else {
            let room = NAME_READ.saturating_sub(self.name.len());
            self.name.extend(name.iter().take(room).map(u8::to_ascii_lowercase));
            len?;
            self.called = Called::of(&self.name);
        }
        self.name.clear();
        self.listed.named(self.called.key);
        self.state = State::BeforeAttribute;
        len
    }

    /// The name of an attribute, or the rest of it; how long that is, if it ends here.
    #[inline]
    fn read_attribute_name(&mut self, rest: &[u8]) -> Option<usize> {
        let len = rest.iter().position(|&byte| byte == b'=' || ends_name(byte));
        let name = rest.get(..len.unwrap_or(rest.len())).unwrap_or_default();
        if self.name.is_empty() && len.is_some() {
            // As much as is kept of a name that comes in several chunks.
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

    #[expect(clippy::unnecessary_wraps, reason = "it ends a function that gives an option")]
    fn finish(&mut self, behind: usize) -> Option<usize> {
        self.end_attribute();
        Some(behind)
    }
}

#[inline]
fn ends_name(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'/' | b'>')
}

/// How many blanks `text` begins with.
#[inline]
fn blanks(text: &[u8]) -> usize {
    text.iter().position(|&byte| !is_blank(byte)).unwrap_or(text.len())
}

/// What a name of at most eight bytes is called.
#[inline]
fn short(name: &[u8]) -> Called {
    let mut lower = [0; 8];
    for (lower, byte) in lower.iter_mut().zip(name) {
        *lower = byte.to_ascii_lowercase();
    }
    Called::of(lower.get(..name.len()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(data: &[u8], base: usize) -> Window<'_> {
        Window { data, base, map: None, last: false }
    }

    /// The tag in `text`, read as a whole and cut in two everywhere.
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
            assert_eq!(tag.called, whole.called);
            assert_eq!(tag.has, whole.has);
            assert_eq!(tag.print, whole.print);
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
    fn prints_are_those_of_sets_of_attributes() {
        let print = |text: &str| tag(text).print;
        assert_eq!(print("<b a=1 c='2'>"), print("<b c=2 A=\"1\" a=3>"));
        assert_eq!(print("<b a=&amp;>"), print("<b a='&'>"));
        assert_ne!(print("<b a=1 c=2>"), print("<b a=2 c=1>"));
        assert_ne!(print("<b a>"), print("<b>"));
    }
}
