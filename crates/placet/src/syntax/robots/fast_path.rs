//! The fast path: parses the forms that almost all lines have. None of them contains a NUL.
//!
//! Correctness does not depend on this module: whatever [`common_line`] returns, the general parser
//! returns too.

use memchr::{memchr, memchr3};

use super::line::{Content, Record};
use super::{Key, mark};
use crate::syntax::acap;
use crate::text::scan::is_nonblank;
use crate::text::{Span, scan};

/// Parses the line that begins at `at` if it has a common form. Returns its content, and where the
/// next line begins.
///
/// The last line of the text must be complete.
#[inline]
pub(super) fn common_line(text: &[u8], at: usize) -> Option<(Content, usize)> {
    let start = first_nonblank(text, at);
    let line = text.get(start..)?;
    if let Some(kind) = frequent(line) {
        let key_end = start + kind.name().len();
        return record(text, kind, true, (start, key_end), key_end);
    }
    match *line.first()? {
        b'A' | b'a' if acap::is_acap(line) => {
            let (key, Value { span: value, plain }, next) = acap_field(text, start)?;
            let kind = Key::Acap;
            let record = Record { kind, key, value, well_spelled: true, colon: true, plain };
            Some((Content::Record(record), next))
        }
        b'\n' | b'\r' => Some((Content::Blank, start + line_end(line))),
        b'#' => Some((Content::Blank, next_line(text, start)?)),
        first if Key::can_begin(first) => keyed_line(text, start, first),
        // A byte order mark at the very start of a line is skipped (F-01).
        _ if start == at && mark::begins(line) => None,
        _ => unreadable(text, start),
    }
}

/// Recognises a line that contains no record. Returns the span of its words, including the blanks
/// and the comment after them, and where the next line begins. The span is empty if the line is
/// blank or a comment.
///
/// The last line of the text must be complete.
#[inline]
pub(super) fn no_record(text: &[u8], at: usize) -> Option<(Span, usize)> {
    let start = at + scan::first_nonblank(text.get(at..)?);
    let line = text.get(start..)?;
    let len = match *line.first()? {
        b'\n' | b'\r' => 0,
        first if Key::can_begin(first) && may_be_record(line, first) => return None,
        _ if start == at && mark::begins(line) => return None,
        _ => line_len(line)?,
    };
    let end = start + len;
    let words = if line.first() == Some(&b'#') { start } else { end };
    Some((Span::new(start, words), end + line_end(line.get(len..)?)))
}

/// The words that [`no_record`] found, without the blanks and the comment after them.
pub(crate) fn without_comment(words: Span, text: &[u8]) -> Span {
    let bytes = words.of(text);
    let len = memchr(b'#', bytes).unwrap_or(bytes.len());
    Span::new(words.start(), words.start() + trimmed(bytes.get(..len).unwrap_or(bytes)).len())
}

/// Parses a rule in the form that most lines have: without a margin, a comment or a misspelling,
/// with a value that is plain and begins with `/` or `*`, or is empty. Returns whether it allows,
/// the span of its value, and where the next line begins.
///
/// The last line of the text must be complete.
#[inline]
pub(super) fn plain_rule(text: &[u8], at: usize) -> Option<(bool, Span, usize)> {
    let (allows, key_len) = match frequent(text.get(at..)?)? {
        Key::Disallow => (false, 8),
        Key::Allow => (true, 5),
        _ => return None,
    };
    let after_colon = at + key_len + 1;
    let start = if text.get(after_colon) == Some(&b' ') { after_colon + 1 } else { after_colon };
    let line = text.get(start..)?;
    let (value, end) = match line.first()? {
        b'/' | b'*' => {
            let end = start + scan::first_special(line);
            (Span::new(start, end), end)
        }
        _ => (Span::new(after_colon, after_colon), start),
    };
    match line_end(text.get(end..)?) {
        0 if end > start => anchored_rule(text, allows, value),
        0 => None,
        line_end => Some((allows, value, end + line_end)),
    }
}

/// Same as [`plain_rule`], for a rule that has only an anchor after a plain `value`: a pattern with
/// an anchor is still in normal form.
#[inline(never)]
fn anchored_rule(text: &[u8], allows: bool, value: Span) -> Option<(bool, Span, usize)> {
    let rest = text.get(value.end()..)?.strip_prefix(b"$")?;
    let end = value.end() + 1;
    match line_end(rest) {
        0 => None,
        line_end => Some((allows, Span::new(value.start(), end), end + line_end)),
    }
}

// The first bytes of the most frequent keys.
const DISALLOW: u64 = u64::from_le_bytes(*b"disallow");
const USER_AGENT: u64 = u64::from_le_bytes(*b"user-age");
const SITEMAP: u64 = u64::from_le_bytes(*b"sitemap:");
const ALLOW: u64 = u64::from_le_bytes(*b"allow\0\0\0");
/// A mask of the first five of eight bytes.
const FIVE: u64 = u64::MAX >> 24;
/// The bit that makes a letter lower case, eight times.
const LOWER: u64 = u64::from_le_bytes([0x20; 8]);

/// Recognises the most frequent keys, correctly spelled and directly followed by a colon.
#[inline]
fn frequent(line: &[u8]) -> Option<Key> {
    // Setting this bit changes letters to lower case. No other byte becomes a letter, but CR
    // becomes a hyphen and SUB a colon, so these two are compared separately.
    let lowered = u64::from_le_bytes(*line.first_chunk()?) | LOWER;
    match lowered {
        DISALLOW if line.get(8) == Some(&b':') => Some(Key::Disallow),
        USER_AGENT if line.get(4) == Some(&b'-') && ends_user_agent(line) => Some(Key::UserAgent),
        SITEMAP if line.get(7) == Some(&b':') => Some(Key::Sitemap),
        _ if lowered & FIVE == ALLOW && line.get(5) == Some(&b':') => Some(Key::Allow),
        _ => None,
    }
}

#[inline]
fn ends_user_agent(line: &[u8]) -> bool {
    matches!(line, [_, _, _, _, _, _, _, _, b'n' | b'N', b't' | b'T', b':', ..])
}

/// Parses a line that begins as a key does: the key is everything before the colon, if a key can
/// contain all of it.
#[inline]
fn keyed_line(text: &[u8], start: usize, first: u8) -> Option<(Content, usize)> {
    let run = possible_key(text.get(start..)?);
    let run_end = start + run.len();
    if text.get(run_end) == Some(&b':') {
        let key = trimmed(run);
        let (kind, well_spelled) = Key::recognise(key);
        return record(text, kind, well_spelled, (start, start + key.len()), run_end);
    }
    if may_lack_colon(run, first) { None } else { unreadable(text, start) }
}

/// Whether a line that begins as a key does may be a record.
#[inline]
fn may_be_record(line: &[u8], first: u8) -> bool {
    frequent(line).is_some() || {
        let run = possible_key(line);
        line.get(run.len()) == Some(&b':') || may_lack_colon(run, first)
    }
}

/// The bytes at the start of a line that a key can contain.
#[inline]
fn possible_key(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|byte| !Key::can_contain(*byte)).unwrap_or(line.len());
    line.get(..end).unwrap_or(line)
}

/// Whether a line without a colon after the possible key may be a record: only if its first word is
/// a key that may lack the colon (F-07). The general parser decides that.
#[inline]
fn may_lack_colon(run: &[u8], first: u8) -> bool {
    let word = || run.split(|byte| !is_nonblank(*byte)).next().unwrap_or_default();
    Key::begins_known(first) && Key::recognise(word()).0.may_lack_colon()
}

/// Parses an ACAP field with a colon right after its key, which is everything before. Returns its key
/// and its value, and where the next line begins.
///
/// The last line of the text must be complete.
#[inline]
pub(super) fn acap_field(text: &[u8], at: usize) -> Option<(Span, Value, usize)> {
    let line = text.get(at..)?;
    if !acap::is_acap(line) {
        return None;
    }
    let colon = at + scan::first_colon_or_special(line);
    if text.get(colon) != Some(&b':') {
        return None;
    }
    let (value, next) = value(text, colon)?;
    Some((Span::new(at, colon), value, next))
}

/// Returns a line that contains no record.
#[inline]
fn unreadable(text: &[u8], start: usize) -> Option<(Content, usize)> {
    let (end, next) = rest_of_line(text, start)?;
    Some((Content::Unreadable(Span::new(start, end)), next))
}

/// Parses a record, given its key and the index of its colon.
#[inline]
fn record(
    text: &[u8],
    kind: Key,
    well_spelled: bool,
    key: (usize, usize),
    colon: usize,
) -> Option<(Content, usize)> {
    let (Value { span: value, plain }, next) = value(text, colon)?;
    let key = Span::new(key.0, key.1);
    Some((Content::Record(Record { kind, key, value, well_spelled, colon: true, plain }), next))
}

/// The value of a record, and whether it is known to be plain.
pub(super) struct Value {
    pub(super) span: Span,
    plain: bool,
}

/// Parses the value after a colon. Returns it, and where the next line begins.
#[inline]
fn value(text: &[u8], colon: usize) -> Option<(Value, usize)> {
    let start = first_nonblank(text, colon + 1);
    let mut end = start + scan::first_special(text.get(start..)?);
    let mut next = end + line_end(text.get(end..)?);
    // Most values are plain up to the end of the line.
    let plain = next > end || end == text.len();
    if !plain {
        (end, next) = rest_of_line(text, end)?;
    }
    // An empty value is directly after the colon.
    let span = if end > start { Span::new(start, end) } else { Span::new(colon + 1, colon + 1) };
    Some((Value { span, plain }, next))
}

/// Returns where the text that continues at `at` ends, without a comment and the blanks before it,
/// and where the next line begins.
#[inline(never)]
fn rest_of_line(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = text.get(at..)?;
    let end = at + line_len(rest)?;
    let words = without_comment(Span::new(at, end), text);
    Some((words.end(), end + line_end(text.get(end..)?)))
}

/// The index of the next line.
#[inline]
fn next_line(text: &[u8], at: usize) -> Option<usize> {
    let end = at + line_len(text.get(at..)?)?;
    Some(end + line_end(text.get(end..)?))
}

/// The number of bytes before the end of the line; `None` if there is a NUL among them.
#[inline]
fn line_len(text: &[u8]) -> Option<usize> {
    let end = memchr3(b'\n', b'\r', 0, text).unwrap_or(text.len());
    (text.get(end) != Some(&0)).then_some(end)
}

/// The index of the first byte at or after `at` that is not a blank.
#[inline]
fn first_nonblank(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    // Usually there are none or one.
    match rest {
        [first, ..] if is_nonblank(*first) => at,
        [_, second, ..] if is_nonblank(*second) => at + 1,
        _ => at + scan::first_nonblank(rest),
    }
}

/// The text without trailing blanks.
#[inline]
fn trimmed(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| is_nonblank(*byte)).map_or(0, |last| last + 1);
    text.get(..end).unwrap_or(text)
}

/// The number of bytes of the line end that `text` begins with.
#[inline]
pub(super) fn line_end(text: &[u8]) -> usize {
    match text {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    }
}
