//! Lines, and what each of them holds.

use memchr::{memchr, memchr2, memrchr2};

use super::fast_path::{common_line, line_end, no_record, plain_rule};
use super::{Key, mark};
use crate::syntax::acap;
use crate::text::{Span, limits};
use crate::vocabulary::Profile;

/// One line of a robots.txt.
///
/// The spans of all lines tile the text: each begins where the one before ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Its number, counted from 1.
    pub number: u32,
    /// All of it, with its line end.
    pub span: Span,
    /// What it says.
    pub content: Content,
    /// How many bytes of a byte order mark it begins with, whole, cut short, or taken for text and
    /// encoded again; they are not part of its content (F-01).
    pub mark: usize,
    /// Its content ends at a NUL byte (F-06).
    pub nul: bool,
    /// It is longer than Google's parser keeps, and was cut.
    pub cut: bool,
}

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// Nothing, or only a comment.
    Blank,
    /// A key and a value.
    Record(Record),
    /// Something that is no record.
    Unreadable(Span),
    /// Something that reaches over the end of what was read, so that its end is not known (F-08).
    Unfinished(Span),
}

/// A key and a value, without the white space around them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// Which record it is.
    pub kind: Key,
    /// The key as written.
    pub key: Span,
    /// The value as written, without a comment.
    pub value: Span,
    /// The key is spelt as the documents have it.
    pub spelt: bool,
    /// A colon separates key and value, not only white space.
    pub colon: bool,
    /// The value was seen to hold nothing but visible ASCII without `%`, `$` and the characters
    /// that no URL has; where this is false, it was not looked at closely.
    pub plain: bool,
}

/// The lines of a text, in order.
#[derive(Debug, Clone)]
pub struct Lines<'t> {
    text: &'t [u8],
    at: usize,
    number: u32,
    /// Bytes of a byte order mark that the text begins with, until they are passed.
    mark: usize,
    profile: Profile,
    google: bool,
    unfinished: bool,
    /// Up to here lines may be read the fast way, once the byte order mark is passed: they are
    /// whole, and the profile has no peculiarities.
    common: usize,
}

impl<'t> Lines<'t> {
    /// The lines of the whole of `text` as `profile` reads them; no more than
    /// [`limits::FILE_MAX`] bytes.
    pub fn new(text: &'t [u8], profile: Profile) -> Self {
        let text = text.get(..limits::FILE_MAX).unwrap_or(text);
        let google = profile.behaviour().cuts_lines_as_google;
        let mark = byte_order_mark(text, google);
        let common = if google { 0 } else { text.len() };
        Self { text, at: 0, number: 0, mark, profile, google, unfinished: false, common }
    }

    /// The lines of `text`, whose last line goes on behind its end.
    pub fn unfinished(text: &'t [u8], profile: Profile) -> Self {
        let lines = Self::new(text, profile);
        let whole = memrchr2(b'\n', b'\r', lines.text).map_or(0, |end| end + 1);
        Self { unfinished: true, common: lines.common.min(whole), ..lines }
    }

    /// The same lines without those in the first `bytes` bytes, which are `lines` whole lines.
    pub(crate) fn behind(self, bytes: usize, lines: usize) -> Self {
        let number = u32::try_from(lines).unwrap_or(u32::MAX);
        let mark = if bytes > 0 { 0 } else { self.mark };
        Self { at: bytes, number, mark, ..self }
    }

    #[inline]
    fn is_space(&self, byte: u8) -> bool {
        matches!(byte, b' ' | b'\t') || self.google && matches!(byte, 0x0B | 0x0C)
    }

    /// The range `start..end` without white space at either end.
    #[inline]
    fn trim(&self, start: usize, end: usize) -> (usize, usize) {
        let text = self.text.get(start..end).unwrap_or_default();
        let Some(first) = text.iter().position(|&byte| !self.is_space(byte)) else {
            return (end, end);
        };
        let last = text.iter().rposition(|&byte| !self.is_space(byte));
        (start + first, start + last.map_or(first, |last| last + 1))
    }

    /// What stands in `start..end`, which holds no comment (RFC 9309 §2.2, F-02).
    fn content(&self, start: usize, end: usize) -> Content {
        let (start, end) = self.trim(start, end);
        let text = self.text.get(start..end).unwrap_or_default();
        if text.is_empty() {
            return Content::Blank;
        }
        let colon = memchr(b':', text);
        // One ACAP field has neither colon nor value (ACAP 1.0 §2.9.1); no other lacks it.
        let bare = || acap::is_bare(text).then_some((text.len(), text.len()));
        let Some((split, behind)) = colon
            .map(|at| (at, at + 1))
            .or_else(|| two_words(text).filter(|_| !acap::is_acap(text)).map(|at| (at, at)))
            .or_else(bare)
        else {
            return Content::Unreadable(Span::new(start, end));
        };
        let (_, key_end) = self.trim(start, start + split);
        let (value_start, _) = self.trim(start + behind, end);
        let key = self.text.get(start..key_end).unwrap_or_default();
        let (kind, spelt) = Key::recognise_as(key, self.profile);
        let is_record = match colon {
            Some(_) => kind != Key::Unknown || Key::is_possible(key),
            None => kind.may_lack_colon(),
        };
        if !is_record {
            return Content::Unreadable(Span::new(start, end));
        }
        Content::Record(Record {
            kind,
            key: Span::new(start, key_end),
            value: Span::new(value_start, end),
            spelt,
            colon: colon.is_some(),
            plain: false,
        })
    }
}

impl Iterator for Lines<'_> {
    type Item = Line;

    #[inline]
    fn next(&mut self) -> Option<Line> {
        let start = self.at;
        if start >= self.text.len() {
            return None;
        }
        let common = if start < self.common && self.mark == 0 {
            self.text.get(..self.common).and_then(|text| common_line(text, start))
        } else {
            None
        };
        let Some((content, end)) = common else { return Some(self.any_line()) };
        self.at = end;
        self.number = self.number.saturating_add(1);
        let span = Span::new(start, end);
        Some(Line { number: self.number, span, content, mark: 0, nul: false, cut: false })
    }
}

impl Lines<'_> {
    /// Passes over the lines ahead that hold no record, as far as that is seen by how they begin.
    /// Tells of those that hold words all the same: where these stand, with blanks and a comment
    /// at their end, and the number of the line.
    #[inline]
    pub(crate) fn pass(&mut self, mut tell: impl FnMut(Span, u32)) {
        if self.mark > 0 {
            return;
        }
        let text = self.text.get(..self.common).unwrap_or_default();
        while let Some((words, next)) = no_record(text, self.at) {
            self.at = next;
            self.number = self.number.saturating_add(1);
            if !words.is_empty() {
                tell(words, self.number);
            }
        }
    }

    /// Whether the line at hand is a rule that allows, where its value stands, and its number, if
    /// the line is of the form that most lines have; it is passed over then.
    #[inline]
    pub(crate) fn plain_rule(&mut self) -> Option<(bool, Span, u32)> {
        let (allows, value, next) = plain_rule(self.text.get(..self.common)?, self.at)?;
        self.at = next;
        self.number = self.number.saturating_add(1);
        Some((allows, value, self.number))
    }

    /// The line at hand, whatever its form.
    #[inline(never)]
    fn any_line(&mut self) -> Line {
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or_default();
        // RFC 9309 §2.2, EOL: CR, LF, or both.
        let found = memchr2(b'\n', b'\r', rest);
        let len = found.unwrap_or(rest.len());
        self.at += len + rest.get(len..).map_or(0, line_end);
        self.number = self.number.saturating_add(1);

        let mark = match std::mem::take(&mut self.mark).min(len) {
            // Files that were joined have one on later lines (F-01).
            0 if start > 0 && !self.google && mark::begins(rest) => mark::LEN,
            mark => mark,
        };
        let content_start = start + mark;
        let mut content_end = start + len;
        let cut = self.google && content_end - content_start > limits::GOOGLE_LINE;
        if cut {
            content_end = content_start + limits::GOOGLE_LINE;
        }
        let content = self.text.get(content_start..content_end).unwrap_or_default();
        let stop = memchr2(b'#', 0, content);
        let nul = stop.is_some_and(|at| content.get(at) == Some(&0));
        content_end = stop.map_or(content_end, |at| content_start + at);

        let unfinished = self.unfinished && found.is_none() && stop.is_none() && !cut;
        Line {
            number: self.number,
            span: Span::new(start, self.at),
            content: if unfinished {
                Content::Unfinished(Span::new(content_start, content_end))
            } else {
                self.content(content_start, content_end)
            },
            mark,
            nul,
            cut,
        }
    }
}

/// How many bytes of a UTF-8 byte order mark begin a file: whole or cut short, or, but for Google's
/// matcher, taken for text and encoded again (F-01).
fn byte_order_mark(text: &[u8], google: bool) -> usize {
    match mark::of_file(text) {
        0 if !google => mark::mojibake(text),
        mark => mark,
    }
}

/// Where the white space begins, if it separates exactly two words (F-07).
fn two_words(text: &[u8]) -> Option<usize> {
    let space = memchr2(b' ', b'\t', text)?;
    let behind = text.get(space..)?;
    let second = behind.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    memchr2(b' ', b'\t', behind.get(second..)?).is_none().then_some(space)
}

#[cfg(test)]
mod tests;
