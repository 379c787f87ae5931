//! The attributes of a tag that are kept.

use memchr::memchr3;

use super::name::{Name, hash};
use super::reference;
use super::tag::Tag;
use crate::text::limits;

/// The attributes that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    Class = 0,
    Id = 1,
    /// `name` of `meta`, `rel` of `link`.
    Name = 2,
    /// `content` of `meta`, `href` of `link` and `base`.
    Content = 3,
    /// `type` of `input`, `link` and `script`, `encoding` of `annotation-xml`.
    Kind = 4,
    /// `charset` of `meta`.
    Charset = 5,
    /// `http-equiv` of `meta`.
    HttpEquiv = 6,
}

pub(super) const KEPT: usize = 7;
/// The bit for `data-nosnippet`.
const NO_SNIPPET: u16 = 1 << 7;
/// The bit for `color`, `face` or `size` of `font`.
const FONT: u16 = 1 << 8;

impl Tag {
    /// The raw value of a kept attribute, if the tag has it.
    pub(super) fn value(&self, kept: Kept) -> Option<&[u8]> {
        let has = self.has & 1 << kept as u16 != 0;
        self.values.get(kept as usize).filter(|_| has).map(Vec::as_slice)
    }

    /// Whether it has `data-nosnippet`.
    pub(super) fn no_snippet(&self) -> bool {
        self.has & NO_SNIPPET != 0
    }

    /// Whether it has an attribute that makes `font` an HTML element (HTML §13.2.6.5).
    pub(super) fn is_font(&self) -> bool {
        self.has & FONT != 0
    }

    /// Whether it has no attribute that matters for any element.
    pub(super) fn is_plain(&self) -> bool {
        self.has & (1 << Kept::Class as u16 | 1 << Kept::Id as u16 | NO_SNIPPET) == 0
    }

    /// Handles the name of an attribute.
    pub(super) fn attribute(&mut self, name: &[u8]) {
        if self.is_end {
            return;
        }
        if self.listed.is_on() {
            self.listed.attribute(name);
        }
        let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
        let kept = match name.len() {
            2 if is(b"id") => Some(Kept::Id),
            3 if self.ident.name == Name::Link && is(b"rel") => Some(Kept::Name),
            4 if self.ident.name == Name::Meta && is(b"name") => Some(Kept::Name),
            4 if matches!(self.ident.name, Name::Input | Name::Link | Name::Script)
                && is(b"type") =>
            {
                Some(Kept::Kind)
            }
            4 if matches!(self.ident.name, Name::Link | Name::Base) && is(b"href") => {
                Some(Kept::Content)
            }
            4 if self.ident.name == Name::Font && (is(b"face") || is(b"size")) => {
                self.has |= FONT;
                None
            }
            5 if is(b"class") => Some(Kept::Class),
            5 if self.ident.name == Name::Font && is(b"color") => {
                self.has |= FONT;
                None
            }
            7 if self.ident.name == Name::Meta && is(b"content") => Some(Kept::Content),
            7 if self.ident.name == Name::Meta && is(b"charset") => Some(Kept::Charset),
            8 if self.ident.name == Name::AnnotationXml && is(b"encoding") => Some(Kept::Kind),
            10 if self.ident.name == Name::Meta && is(b"http-equiv") => Some(Kept::HttpEquiv),
            14 if is(b"data-nosnippet") => {
                self.has |= NO_SNIPPET;
                None
            }
            _ => None,
        };
        // If an attribute is repeated, the first one counts (HTML §13.2.5.33).
        self.current = kept.filter(|&kept| self.has & 1 << kept as u16 == 0);
        if let Some(kept) = self.current {
            self.has |= 1 << kept as u16;
            if let Some(value) = self.values.get_mut(kept as usize) {
                value.clear();
            }
            if kept == Kept::Content {
                self.content = (0, 0);
            }
        }
        if self.ident.name.is_formatting() {
            let name = hash(&name.to_ascii_lowercase());
            if self.seen.len() < limits::ATTRIBUTES_COMPARED && !self.seen.contains(&name) {
                self.seen.push(name);
                self.hashed = Some(name);
                self.scratch.clear();
            }
        }
    }

    /// Handles the start of a value at `position`.
    pub(super) fn begin_value(&mut self, position: usize) {
        if self.listed.is_on() {
            self.listed.begin_value(position);
        }
        if self.current == Some(Kept::Content) {
            self.content = (position, position);
        }
    }

    /// Handles the bytes of a value, or of a part of it.
    pub(super) fn keep(&mut self, bytes: &[u8], end: usize) {
        if self.listed.is_on() {
            self.listed.keep(bytes, end);
        }
        if let Some(kept) = self.current
            && let Some(value) = self.values.get_mut(kept as usize)
        {
            let room = limits::ATTRIBUTE_VALUE.saturating_sub(value.len());
            value.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
            if bytes.len() > room && !matches!(kept, Kept::Charset | Kept::HttpEquiv) {
                self.is_cut = true;
                self.content_is_cut |= kept == Kept::Content;
            }
            if kept == Kept::Content {
                self.content.1 = end;
            }
        }
        if self.hashed.is_some() {
            let room = limits::ATTRIBUTE_VALUE.saturating_sub(self.scratch.len());
            self.scratch.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
        }
    }

    /// Handles the end of an attribute.
    #[inline]
    pub(super) fn end_attribute(&mut self) {
        self.current = None;
        if let Some(name) = self.hashed.take() {
            self.add_to_fingerprint(name);
        }
    }

    fn add_to_fingerprint(&mut self, name: u64) {
        let value = if memchr3(b'&', b'\r', 0, &self.scratch).is_some() {
            hash(reference::value(&String::from_utf8_lossy(&self.scratch)).as_bytes())
        } else {
            hash(&self.scratch)
        };
        // The sum does not depend on the order of attributes.
        let both = (name ^ value.rotate_left(31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.fingerprint = self.fingerprint.wrapping_add(both ^ both >> 29);
    }
}
