//! Lines and their contents.

use memchr::{memchr, memchr2, memrchr2};

use super::fast_path::{acap_field, common_line, line_end, no_record, plain_rule};
use super::{Key, mark};
use crate::syntax::acap;
use crate::text::{Span, limits};
use crate::vocabulary::Profile;

/// One line of a robots.txt.
///
/// The spans of all lines tile the text: each begins where the previous one ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// Its number, counted from 1.
    pub number: u32,
    /// Its span, including its line end.
    pub span: Span,
    /// Its content.
    pub content: Content,
    /// How many bytes of a byte order mark it begins with: whole, cut short, or mistaken for text
    /// and encoded again. They are not part of its content (F-01).
    pub mark: usize,
    /// Whether its content ends at a NUL byte (F-06).
    pub nul: bool,
    /// Whether it is longer than Google's parser keeps, and was cut.
    pub cut: bool,
}

/// The content of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// Nothing, or only a comment.
    Blank,
    /// A key and a value.
    Record(Record),
    /// Text that is not a record.
    Unreadable(Span),
    /// Text that continues after the end of what was read, so that it is incomplete (F-08).
    Unfinished(Span),
}

/// A key and a value, without the white space around them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// Which record it is.
    pub kind: Key,
    /// The key as written.
    pub key: Span,
    /// The value as written, without a comment.
    pub value: Span,
    /// Whether the key is spelled as in the documents.
    pub well_spelled: bool,
    /// Whether a colon separates key and value, not only white space.
    pub colon: bool,
    /// Whether the value is known to contain only visible ASCII without `%`, `$` and the characters
    /// that no URL contains. False if this was not examined.
    pub plain: bool,
}

/// An iterator over the lines of a text.
#[derive(Debug, Clone)]
pub struct Lines<'t> {
    text: &'t [u8],
    at: usize,
    number: u32,
    /// The length of the byte order mark that the text begins with, until it is skipped.
    mark: usize,
    profile: Profile,
    google: bool,
    unfinished: bool,
    /// The fast path may parse lines up to here, after the byte order mark: they are complete, and
    /// the profile has no peculiarities.
    common: usize,
}

impl<'t> Lines<'t> {
    /// Iterates over the lines of `text` as `profile` reads them. At most [`limits::FILE_MAX`]
    /// bytes are read.
    pub fn new(text: &'t [u8], profile: Profile) -> Self {
        let text = text.get(..limits::FILE_MAX).unwrap_or(text);
        let google = profile.behaviour().cuts_lines_as_google;
        let mark = byte_order_mark(text, google);
        let common = if google { 0 } else { text.len() };
        Self { text, at: 0, number: 0, mark, profile, google, unfinished: false, common }
    }

    /// Iterates over the lines of `text`, whose last line continues after its end.
    pub fn unfinished(text: &'t [u8], profile: Profile) -> Self {
        let lines = Self::new(text, profile);
        let whole = memrchr2(b'\n', b'\r', lines.text).map_or(0, |end| end + 1);
        Self { unfinished: true, common: lines.common.min(whole), ..lines }
    }

    /// Skips the first `lines` lines, which are `bytes` bytes long.
    pub(crate) fn skip_lines(self, bytes: usize, lines: usize) -> Self {
        let number = u32::try_from(lines).unwrap_or(u32::MAX);
        let mark = if bytes > 0 { 0 } else { self.mark };
        Self { at: bytes, number, mark, ..self }
    }

    #[inline]
    fn is_space(&self, byte: u8) -> bool {
        matches!(byte, b' ' | b'\t') || self.google && matches!(byte, 0x0B | 0x0C)
    }

    /// The range `start..end` without leading and trailing white space.
    #[inline]
    fn trim(&self, start: usize, end: usize) -> (usize, usize) {
        let text = self.text.get(start..end).unwrap_or_default();
        let Some(first) = text.iter().position(|&byte| !self.is_space(byte)) else {
            return (end, end);
        };
        let last = text.iter().rposition(|&byte| !self.is_space(byte));
        (start + first, start + last.map_or(first, |last| last + 1))
    }

    /// Parses `start..end`, which contains no comment (RFC 9309 §2.2, F-02).
    fn content(&self, start: usize, end: usize) -> Content {
        let (start, end) = self.trim(start, end);
        let text = self.text.get(start..end).unwrap_or_default();
        if text.is_empty() {
            return Content::Blank;
        }
        let colon = memchr(b':', text);
        // One ACAP field has neither colon nor value (ACAP 1.0 §2.9.1); all others have both.
        let bare = || acap::is_bare(text).then_some((text.len(), text.len()));
        let Some((split, value)) = colon
            .map(|at| (at, at + 1))
            .or_else(|| two_words(text).filter(|_| !acap::is_acap(text)).map(|at| (at, at)))
            .or_else(bare)
        else {
            return Content::Unreadable(Span::new(start, end));
        };
        let (_, key_end) = self.trim(start, start + split);
        let (value_start, _) = self.trim(start + value, end);
        let key = self.text.get(start..key_end).unwrap_or_default();
        let (kind, well_spelled) = Key::recognise_as(key, self.profile);
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
            well_spelled,
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
    /// Skips the following lines that contain no record, as far as their beginnings show it. Calls
    /// `report` for each of them that contains words, with their span, which includes blanks and a
    /// comment at their end, and the number of the line.
    #[inline]
    pub(crate) fn skip_no_records(&mut self, mut report: impl FnMut(Span, u32)) {
        if self.mark > 0 {
            return;
        }
        let text = self.text.get(..self.common).unwrap_or_default();
        while let Some((words, next)) = no_record(text, self.at) {
            self.at = next;
            self.number = self.number.saturating_add(1);
            if !words.is_empty() {
                report(words, self.number);
            }
        }
    }

    /// Parses and skips the next line if it is a rule in the form that most lines have. Returns
    /// whether it allows, the span of its value, and its number.
    #[inline]
    pub(crate) fn plain_rule(&mut self) -> Option<(bool, Span, u32)> {
        let (allows, value, next) = plain_rule(self.text.get(..self.common)?, self.at)?;
        self.at = next;
        self.number = self.number.saturating_add(1);
        Some((allows, value, self.number))
    }

    /// Parses and skips the next line if it is an ACAP field in the form that most have. Returns its
    /// key, its value and its number.
    #[inline]
    pub(crate) fn acap_field(&mut self) -> Option<(Span, Span, u32)> {
        let (key, value, next) = acap_field(self.text.get(..self.common)?, self.at)?;
        self.at = next;
        self.number = self.number.saturating_add(1);
        Some((key, value.span, self.number))
    }

    /// Parses the next line, whatever its form.
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
            // Files that were concatenated have one on later lines (F-01).
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

/// The length of the byte order mark that a file begins with: whole, cut short or, except for
/// Google's matcher, mistaken for text and encoded again (F-01).
fn byte_order_mark(text: &[u8], google: bool) -> usize {
    match mark::of_file(text) {
        0 if !google => mark::mojibake(text),
        mark => mark,
    }
}

/// The index of the white space, if it separates exactly two words (F-07).
fn two_words(text: &[u8]) -> Option<usize> {
    let space = memchr2(b' ', b'\t', text)?;
    let rest = text.get(space..)?;
    let second = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    memchr2(b' ', b'\t', rest.get(second..)?).is_none().then_some(space)
}

#[cfg(test)]
mod tests;
