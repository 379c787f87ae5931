//! The tags in pieces of markup.

use std::ops::Range;

use memchr::{memchr, memmem};

/// A tag as written.
#[derive(Debug)]
pub(super) struct Tag<'t> {
    pub(super) is_end: bool,
    pub(super) span: Range<usize>,
    name: &'t [u8],
    attributes: &'t [u8],
}

impl Tag<'_> {
    /// Whether it is a tag of this name, which is in lower case.
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// Whether it has this attribute.
    pub(super) fn has(&self, name: &str) -> bool {
        Attributes(self.attributes).any(|(it, _)| it.eq_ignore_ascii_case(name.as_bytes()))
    }

    /// The value of an attribute, references resolved and without white space around it; none where
    /// there is none, or where it cannot be told for sure. Of several of one name the first counts.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        let mut all = Attributes(self.attributes);
        let (_, raw) = all.find(|(it, _)| it.eq_ignore_ascii_case(name.as_bytes()))?;
        let text = std::str::from_utf8(raw).ok()?.trim();
        // A lone `&` before the name of a parameter is itself; other references are not resolved.
        let is_plain = |rest: &str| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            rest.get(end..).is_some_and(|behind| behind.starts_with('='))
        };
        let text = text.replace("&amp;", "\0");
        let is_sure = text.split('&').skip(1).all(is_plain);
        is_sure.then(|| text.replace('\0', "&"))
    }
}

/// The tags in a piece of markup, in their order, by the rules of HTML's tokenizer (§13.2.5);
/// comments and document types are passed over.
pub(super) fn tags(text: &[u8], piece: Range<usize>) -> impl Iterator<Item = Tag<'_>> {
    let mut rest = text.get(piece.clone()).unwrap_or_default();
    let mut at = piece.start;
    std::iter::from_fn(move || {
        loop {
            let start = memchr(b'<', rest)?;
            let markup = rest.get(start..)?;
            let (len, tag) = token(markup);
            let span = at + start..at + start + len;
            at = span.end;
            rest = markup.get(len..).unwrap_or_default();
            if let Some((is_end, name, attributes)) = tag {
                return Some(Tag { is_end, span, name, attributes });
            }
        }
    })
}

/// The parts of a tag: whether it ends an element, its name, its attributes.
type Parts<'t> = (bool, &'t [u8], &'t [u8]);

/// How long the token is that begins here with `<`, and its parts where it is a tag.
fn token(markup: &[u8]) -> (usize, Option<Parts<'_>>) {
    if let Some(comment) = markup.strip_prefix(b"<!--") {
        return (4 + comment_end(comment), None);
    }
    let is_end = markup.get(1) == Some(&b'/');
    let from = 1 + usize::from(is_end);
    if !markup.get(from).is_some_and(u8::is_ascii_alphabetic) {
        let end = memchr(b'>', markup).map_or(markup.len(), |end| end + 1);
        return (end, None);
    }
    let body = markup.get(from..).unwrap_or_default();
    let ends = |octet: &u8| octet.is_ascii_whitespace() || matches!(octet, b'/' | b'>');
    let name_len = body.iter().position(ends).unwrap_or(body.len());
    let (name, behind) = body.split_at_checked(name_len).unwrap_or_default();
    let mut attributes = Attributes(behind);
    attributes.by_ref().for_each(drop);
    let len = behind.len() - attributes.0.len();
    let own = behind.get(..len).unwrap_or_default();
    let close = usize::from(attributes.0.first() == Some(&b'>'));
    (from + name_len + len + close, Some((is_end, name, own)))
}

/// How long the rest of a comment is, its end included.
fn comment_end(comment: &[u8]) -> usize {
    for short in [&b">"[..], b"->"] {
        if comment.starts_with(short) {
            return short.len();
        }
    }
    let ends = [&b"-->"[..], b"--!>"];
    let found = ends.iter().filter_map(|end| Some(memmem::find(comment, end)? + end.len()));
    found.min().unwrap_or(comment.len())
}

/// The attributes of a tag, each with its name and its value; what is left of the text begins with
/// the `>` of the tag.
struct Attributes<'t>(&'t [u8]);

impl<'t> Attributes<'t> {
    /// Takes octets as long as they are so.
    fn take_while(&mut self, is_so: impl Fn(u8) -> bool) -> &'t [u8] {
        let len = self.0.iter().position(|&octet| !is_so(octet)).unwrap_or(self.0.len());
        let (taken, rest) = self.0.split_at_checked(len).unwrap_or_default();
        self.0 = rest;
        taken
    }

    fn take_blanks(&mut self) {
        self.take_while(|octet| octet.is_ascii_whitespace());
    }

    fn take_value(&mut self) -> &'t [u8] {
        self.take_blanks();
        match self.0.split_first() {
            Some((&quote @ (b'"' | b'\''), rest)) => {
                self.0 = rest;
                let value = self.take_while(|octet| octet != quote);
                self.0 = self.0.get(1..).unwrap_or_default();
                value
            }
            _ => self.take_while(|octet| !octet.is_ascii_whitespace() && octet != b'>'),
        }
    }
}

impl<'t> Iterator for Attributes<'t> {
    type Item = (&'t [u8], &'t [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        self.take_while(|octet| octet.is_ascii_whitespace() || octet == b'/');
        if matches!(self.0.first(), None | Some(b'>')) {
            return None;
        }
        let whole = self.0;
        // An equals sign that begins a name is part of it.
        self.0 = self.0.get(1..).unwrap_or_default();
        let more = self.take_while(|octet| {
            !octet.is_ascii_whitespace() && !matches!(octet, b'/' | b'>' | b'=')
        });
        let name = whole.get(..1 + more.len()).unwrap_or_default();
        let behind = self.0;
        self.take_blanks();
        if self.0.first() != Some(&b'=') {
            self.0 = behind;
            return Some((name, b""));
        }
        self.0 = self.0.get(1..).unwrap_or_default();
        Some((name, self.take_value()))
    }
}
