//! Lines that are taken in at a glance: the forms that almost all lines have.
//!
//! Nothing here is needed for being right: whatever [`glance`] finds, the reader of any line finds
//! too. It is what makes reading fast.

use memchr::{memchr, memchr2, memchr3};

use super::Key;
use super::line::{Content, Record};
use crate::scan::{self, is_ink};
use crate::source::Span;
use crate::syntax::acap;

/// What the line that begins at `at` says, and where the next one begins, if the line is of a
/// common form.
///
/// There must be no NUL in the text, and its last line must be whole.
#[inline]
pub(super) fn glance(text: &[u8], at: usize) -> Option<(Content, usize)> {
    let start = ink(text, at);
    let line = text.get(start..)?;
    if let Some(kind) = frequent(line) {
        let key_end = start + kind.name().len();
        return record(text, kind, true, (start, key_end), key_end);
    }
    match *line.first()? {
        b'A' | b'a' if acap::is_acap(line) => acap_field(text, start),
        b'\n' | b'\r' => Some((Content::Blank, start + line_end(line))),
        b'#' => Some((Content::Blank, next_line(text, start))),
        first if Key::can_begin(first) => named(text, start, first),
        _ => unreadable(text, start),
    }
}

/// Whether the line that begins at `at` is a rule that allows, where its value stands, and where
/// the next line begins, if the line is of the form that most lines have: a rule without a margin,
/// a comment or a misspelling, whose value is plain and begins as a pattern should, or is empty.
///
/// There must be no NUL in the text, and its last line must be whole.
#[inline]
pub(super) fn plain_rule(text: &[u8], at: usize) -> Option<(bool, Span, usize)> {
    let (allows, key_len) = match frequent(text.get(at..)?)? {
        Key::Disallow => (false, 8),
        Key::Allow => (true, 5),
        _ => return None,
    };
    let behind = at + key_len + 1;
    let start = if text.get(behind) == Some(&b' ') { behind + 1 } else { behind };
    let line = text.get(start..)?;
    let (value, end) = match line.first()? {
        b'/' | b'*' => {
            let end = start + scan::other(line);
            (Span::new(start, end), end)
        }
        _ => (Span::new(behind, behind), start),
    };
    let line_end = line_end(text.get(end..)?);
    (line_end > 0).then_some((allows, value, end + line_end))
}

// The first octets of the most frequent keys.
const DISALLOW: u64 = u64::from_le_bytes(*b"disallow");
const USER_AGENT: u64 = u64::from_le_bytes(*b"user-age");
const ALLOW: u64 = u64::from_le_bytes(*b"allow\0\0\0");
/// The first five of eight octets.
const FIVE: u64 = u64::MAX >> 24;
/// The bit that makes a letter lower case, eight times.
const LOWER: u64 = u64::from_le_bytes([0x20; 8]);

/// The most frequent keys, rightly spelt and with a colon at once behind them.
#[inline]
fn frequent(line: &[u8]) -> Option<Key> {
    // Setting a bit lowers letters. It makes a letter of nothing but letters, but a hyphen of CR
    // and a colon of SUB, so those two are compared as they are.
    let lowered = u64::from_le_bytes(*line.first_chunk()?) | LOWER;
    match lowered {
        DISALLOW if line.get(8) == Some(&b':') => Some(Key::Disallow),
        USER_AGENT if line.get(4) == Some(&b'-') && ends_user_agent(line) => Some(Key::UserAgent),
        _ if lowered & FIVE == ALLOW && line.get(5) == Some(&b':') => Some(Key::Allow),
        _ => None,
    }
}

#[inline]
fn ends_user_agent(line: &[u8]) -> bool {
    matches!(line, [_, _, _, _, _, _, _, _, b'n' | b'N', b't' | b'T', b':', ..])
}

/// A line that begins like a key.
///
/// If what a key can hold goes on up to a colon, that is the key. Otherwise a record is possible
/// only without a colon, or behind a key known by its beginning; that is left to the reader of any
/// line, and all else is unreadable.
#[inline]
fn named(text: &[u8], start: usize, first: u8) -> Option<(Content, usize)> {
    let line = text.get(start..)?;
    let run_end =
        start + line.iter().position(|octet| !Key::can_hold(*octet)).unwrap_or(line.len());
    let run = text.get(start..run_end)?;
    if text.get(run_end) == Some(&b':') {
        let key = trimmed(run);
        let (kind, spelt) = Key::recognise(key);
        return record(text, kind, spelt, (start, start + key.len()), run_end);
    }
    if Key::begins_known(first) {
        let word = run.split(|octet| !is_ink(*octet)).next()?;
        if [run, word].into_iter().any(|key| Key::recognise(key).0 != Key::Unknown) {
            return None;
        }
    }
    unreadable(text, start)
}

/// An ACAP field with a colon: all before that is its key.
#[inline]
fn acap_field(text: &[u8], start: usize) -> Option<(Content, usize)> {
    let line = text.get(start..)?;
    let key = line.get(..memchr3(b':', b'#', b'\n', line)?)?;
    let colon = start + key.len();
    if text.get(colon) != Some(&b':') || memchr(b'\r', key).is_some() {
        return None;
    }
    record(text, Key::Acap, true, (start, start + trimmed(key).len()), colon)
}

/// A line without a record.
#[inline]
fn unreadable(text: &[u8], start: usize) -> Option<(Content, usize)> {
    let (end, next) = rest_of_line(text, start)?;
    Some((Content::Unreadable(Span::new(start, end)), next))
}

/// A record whose key stands at `key` and whose colon at `colon`.
#[inline]
fn record(
    text: &[u8],
    kind: Key,
    spelt: bool,
    key: (usize, usize),
    colon: usize,
) -> Option<(Content, usize)> {
    let start = ink(text, colon + 1);
    let mut end = start + scan::other(text.get(start..)?);
    let mut next = end + line_end(text.get(end..)?);
    // Most values are plain up to the end of the line.
    let plain = next > end || end == text.len();
    if !plain {
        (end, next) = rest_of_line(text, end)?;
    }
    // An empty value stands right behind the colon.
    let value = if end > start { Span::new(start, end) } else { Span::new(colon + 1, colon + 1) };
    let key = Span::new(key.0, key.1);
    Some((Content::Record(Record { kind, key, value, spelt, colon: true, plain }), next))
}

/// Where the text that goes on at `at` ends, without a comment and the blanks before it, and where
/// the next line begins.
#[inline]
fn rest_of_line(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = text.get(at..)?;
    let len = memchr3(b'\n', b'\r', b'#', rest).unwrap_or(rest.len());
    let end = at + trimmed(rest.get(..len)?).len();
    let next = match line_end(rest.get(len..)?) {
        0 => next_line(text, at + len),
        line_end => at + len + line_end,
    };
    Some((end, next))
}

/// Where the next line begins.
#[inline]
fn next_line(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let len = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    at + len + rest.get(len..).map_or(0, line_end)
}

/// Where the first octet stands, from `at` on, that is no blank.
#[inline]
fn ink(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    // There are mostly none or one.
    match rest {
        [first, ..] if is_ink(*first) => at,
        [_, second, ..] if is_ink(*second) => at + 1,
        _ => at + scan::ink(rest),
    }
}

/// The text without the blanks at its end.
#[inline]
fn trimmed(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|octet| is_ink(*octet)).map_or(0, |last| last + 1);
    text.get(..end).unwrap_or(text)
}

/// How many octets the line end has that `text` begins with.
#[inline]
pub(super) fn line_end(text: &[u8]) -> usize {
    match text {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    }
}
