//! Tags that are listed by the names of their elements, with all their attributes.

use super::name::Ident;
use super::{Attribute, ListedTag, Position};
use crate::text::{Span, limits};

/// An attribute of a tag being read.
#[derive(Debug, Clone)]
struct RawAttribute {
    name: Vec<u8>,
    value: Vec<u8>,
    is_cut: bool,
    span: (usize, usize),
}

/// The tags found so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Listed {
    pub(super) tags: Vec<ListedTag>,
    pub(super) overflow: bool,
    /// The number of bytes of their attributes that are kept.
    kept: usize,
}

impl Listed {
    /// Adds the collected tag, if there is room for it; `text` decodes names and values.
    pub(super) fn add(
        &mut self,
        tag: &Collector,
        (is_end, position): (bool, Position),
        text: impl Fn(&[u8]) -> String,
    ) {
        let Some((name, attributes)) = tag.found() else { return };
        let kept = attributes.iter().map(|it| it.name.len() + it.value.len()).sum::<usize>();
        if self.tags.len() >= limits::TAGS || self.kept + kept > limits::PAGE_KEPT {
            self.overflow = true;
            return;
        }
        self.kept += kept;
        let attribute = |raw: &RawAttribute| Attribute {
            name: text(&raw.name).into(),
            value: text(&raw.value).into(),
            is_cut: raw.is_cut,
            span: Span::new(raw.span.0, raw.span.1),
        };
        let attributes = attributes.iter().map(attribute).collect();
        self.tags.push(ListedTag { name: name.into(), is_end, attributes, position });
    }
}

/// Collects the attributes of the tags to list.
#[derive(Debug, Clone, Default)]
pub(super) struct Collector {
    /// The names of the tags to list, in lower case, each with its key.
    selected: Vec<(u64, Box<str>)>,
    /// Which of them the tag being read has.
    current: Option<usize>,
    /// Whether the value being read belongs to the last attribute.
    takes_value: bool,
    attributes: Vec<RawAttribute>,
}

impl Collector {
    pub(super) fn new(names: &[Box<str>]) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase());
        let selected = names.map(|name| (Ident::of(name.as_bytes()).key, name.into())).collect();
        Self { selected, ..Self::default() }
    }

    /// Whether the tag being read is listed.
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.current.is_some()
    }

    /// The name and the attributes of the tag, if it is listed.
    fn found(&self) -> Option<(&str, &[RawAttribute])> {
        let (_, name) = self.selected.get(self.current?)?;
        Some((name, &self.attributes))
    }

    /// Handles the start of a tag.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.current = None;
        self.takes_value = false;
        self.attributes.clear();
    }

    /// Handles the name of the tag, which has this key.
    #[inline]
    pub(super) fn named(&mut self, key: u64) {
        self.current = self.selected.iter().position(|(it, _)| *it == key);
    }

    /// Handles the name of an attribute.
    pub(super) fn attribute(&mut self, name: &[u8]) {
        self.takes_value = self.attributes.len() < limits::TAG_ATTRIBUTES
            && !self.attributes.iter().any(|it| it.name.eq_ignore_ascii_case(name));
        if self.takes_value {
            let (name, value) = (name.to_ascii_lowercase(), Vec::new());
            self.attributes.push(RawAttribute { name, value, is_cut: false, span: (0, 0) });
        }
    }

    /// Handles the start of its value at this position of the input.
    pub(super) fn begin_value(&mut self, position: usize) {
        if let Some(last) = self.attributes.last_mut().filter(|_| self.takes_value) {
            last.span = (position, position);
        }
    }

    /// Handles the bytes of its value, or of a part of it, up to this position of the input.
    pub(super) fn keep(&mut self, bytes: &[u8], end: usize) {
        if let Some(last) = self.attributes.last_mut().filter(|_| self.takes_value) {
            let room = limits::ATTRIBUTE_VALUE.saturating_sub(last.value.len());
            last.value.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
            last.is_cut |= bytes.len() > room;
            last.span.1 = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Reader, Settings, read};
    use super::*;

    fn settings(names: &[&str]) -> Settings {
        let tags = names.iter().map(|&name| name.into()).collect();
        Settings { tags, ..Settings::default() }
    }

    /// The tags of a page as text, read as a whole and in any two chunks.
    fn tags(page: &[u8], names: &[&str]) -> Vec<String> {
        let whole = read(page, settings(names));
        for cut in 0..=page.len() {
            let mut reader = Reader::new(settings(names));
            reader.feed(&page[..cut]);
            reader.feed(&page[cut..]);
            assert_eq!(reader.finish().tags, whole.tags, "{} at {cut}", page.escape_ascii());
        }
        let shown = |tag: &ListedTag| {
            let written = tag.position.span.of(page);
            assert!(written.starts_with(b"<") && written.ends_with(b">"));
            let attributes = tag.attributes.iter().map(|it| format!(" {}={}", it.name, it.value));
            let slash = if tag.is_end { "/" } else { "" };
            format!("{slash}{}{}", tag.name, attributes.collect::<String>())
        };
        whole.tags.iter().map(shown).collect()
    }

    #[test]
    fn tags_are_listed_with_all_attributes() {
        let page = b"<!doctype html><LINK Rel=a HREF='/x?a&amp;b&copy' rel=b disabled>\
            <a href=no><img/src=1 alt=\"a>b\" /></a><custom-element x=y></Custom-Element z=1>";
        let found = tags(page, &["link", "img", "custom-element"]);
        let expected = [
            "link rel=a href=/x?a&b\u{a9} disabled=",
            "img src=1 alt=a>b",
            "custom-element x=y",
            "/custom-element",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn text_that_looks_like_a_tag_is_not_listed() {
        for page in [
            "<!-- <img> --><title><img></title><textarea><img></textarea><style><img></style>",
            "<script>'<img>'</script><xmp><img></xmp><iframe><img></iframe>",
            "<svg><![CDATA[<img>]]></svg><p title='<img>'>< img>",
            "<plaintext><img>",
        ] {
            assert_eq!(tags(page.as_bytes(), &["img"]), [""; 0], "{page}");
        }
        assert_eq!(tags(b"<noscript><img src=a></noscript>", &["img"]), ["img src=a"]);
    }

    #[test]
    fn spans_of_values_are_those_of_the_input() {
        let page = b"<img src = ' a&amp;b '><img src=x><img src>";
        let markup = read(page, settings(&["img"]));
        let spans: Vec<&[u8]> =
            markup.tags.iter().map(|it| it.attributes[0].span.of(page)).collect();
        assert_eq!(spans, [&b" a&amp;b "[..], b"x", b""]);
        // In UTF-16 the characters are two bytes each.
        let wide: Vec<u8> =
            "\u{feff}<img src=x>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let markup = read(&wide, settings(&["img"]));
        assert_eq!(markup.tags[0].value("src"), Some("x"));
        assert_eq!(markup.tags[0].attributes[0].span.of(&wide), b"x\0");
    }

    #[test]
    fn values_attributes_and_tags_are_bounded() {
        let long = format!("<img src={} alt=x>", "a".repeat(limits::ATTRIBUTE_VALUE + 1));
        let markup = read(long.as_bytes(), settings(&["img"]));
        assert_eq!((markup.tags[0].value("src"), markup.tags[0].value("alt")), (None, Some("x")));
        assert!(markup.tags[0].has("src") && markup.cut.is_none());
        let many: Vec<String> = (0..=limits::TAG_ATTRIBUTES).map(|at| format!("a{at}")).collect();
        let markup = read(format!("<img {}>", many.join(" ")).as_bytes(), settings(&["img"]));
        assert_eq!(markup.tags[0].attributes.len(), limits::TAG_ATTRIBUTES);
        let markup = read("<img>".repeat(limits::TAGS + 1).as_bytes(), settings(&["img"]));
        assert_eq!((markup.tags.len(), markup.tags_overflow), (limits::TAGS, true));
    }

    #[test]
    fn long_names_are_cut_alike_in_chunks_and_as_a_whole() {
        let page = format!("<img {}=x>", "é".repeat(100));
        let whole = read(page.as_bytes(), settings(&["img"]));
        assert_eq!(whole.tags[0].attributes[0].name.chars().filter(|it| *it == 'é').count(), 64);
        let mut reader = Reader::new(settings(&["img"]));
        page.as_bytes().chunks(7).for_each(|chunk| {
            reader.feed(chunk);
        });
        assert_eq!(reader.finish().tags, whole.tags);
    }
}
