//! Text, and markup after a `<` (HTML §13.2.5.1, §13.2.5.6, §13.2.5.7, §13.2.5.42).

use memchr::{memchr, memmem};

use super::comment::Dashes;
use super::machine::{Machine, State, Step};
use super::modes::CharacterKind;
use super::reference::{Blank, blank};
use super::window::{Window, is_blank};

impl Machine {
    /// Reads text up to markup, or the start of markup.
    pub(super) fn data(&mut self, window: &Window<'_>, at: usize) -> Step {
        let rest = window.from(at);
        let len = memchr(b'<', rest).unwrap_or(rest.len());
        if len > 0 {
            return self.text(window, at, at + len);
        }
        let end = match rest {
            [] => return Err(at),
            [_, first, ..] if first.is_ascii_alphabetic() => {
                self.begin_tag(window, at, false);
                return Ok(at + 1);
            }
            [_, b'/', first, ..] if first.is_ascii_alphabetic() => {
                self.begin_tag(window, at, true);
                return Ok(at + 2);
            }
            [_, b'/', b'>', ..] => {
                self.tree.skipped(window.position(at + 3));
                return Ok(at + 3);
            }
            [_, b'/', _, ..] => {
                self.state = State::Bogus;
                return Ok(at + 2);
            }
            [_, b'!', ..] => return self.declaration(window, at),
            [_, b'?', ..] => {
                self.state = State::Bogus;
                return Ok(at + 1);
            }
            [_] | [_, b'/'] if !window.last => return Err(at),
            [_, b'/'] => at + 2,
            // In a row of several, only the last can begin markup.
            _ => at + rest.iter().take_while(|&&byte| byte == b'<').count().max(2) - 1,
        };
        // A `<` that begins no markup is text.
        self.tree.characters(CharacterKind::Other, window.position(end));
        Ok(end)
    }

    pub(super) fn begin_tag(&mut self, window: &Window<'_>, at: usize, is_end: bool) {
        self.held = None;
        self.tag_start = at;
        if is_end {
            self.confirm_end(window.position(at));
        }
        self.tag.begin(window.position(at), is_end);
        self.state = State::Tag;
    }

    /// Reads markup that begins with `<!`.
    fn declaration(&mut self, window: &Window<'_>, at: usize) -> Step {
        let rest = window.from(at + 2);
        let starts = |with: &[u8]| {
            rest.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
        };
        let could_start = |with: &[u8]| {
            !window.last
                && with.get(..rest.len()).is_some_and(|start| start.eq_ignore_ascii_case(rest))
        };
        if starts(b"--") {
            self.state = State::Comment(Dashes::new());
            return Ok(at + 4);
        }
        if starts(b"doctype") {
            self.state = State::Doctype(Vec::new());
            return Ok(at + 9);
        }
        if self.tree.is_foreign() {
            if rest.starts_with(b"[CDATA[") {
                self.state = State::Cdata;
                self.tree.skipped(window.position(at + 9));
                return Ok(at + 9);
            }
            if could_start(b"[CDATA[") {
                return Err(at);
            }
        }
        if could_start(b"--") || could_start(b"doctype") {
            return Err(at);
        }
        self.state = State::Bogus;
        Ok(at + 2)
    }

    /// Reads text from `at` to `end`, which is the end of the window or the start of markup.
    fn text(&mut self, window: &Window<'_>, at: usize, end: usize) -> Step {
        let text = window.slice(at, end);
        if self.tree.takes_any_text() {
            let kind = if text.iter().any(|&byte| byte != 0) {
                CharacterKind::Other
            } else {
                CharacterKind::Nul
            };
            self.tree.characters(kind, window.position(end));
            return Ok(end);
        }
        // A `<` after the text ends a reference just as the end of the page does.
        let last = window.last || end < window.data.len();
        let reference = if text.starts_with(b"&") { blank(text, last) } else { Blank::No };
        if self.tree.ignore_lf {
            let len = match (text, reference) {
                ([b'\r'], _) if !last => return Err(at),
                ([b'\r', b'\n', ..], _) => 2,
                ([b'\r' | b'\n', ..], _) => 1,
                // html5ever does not skip a reference without a semicolon.
                (_, Blank::Yes('\n', len)) if text.get(len - 1) == Some(&b';') => len,
                _ => 0,
            };
            if len > 0 {
                self.tree.dropped(window.position(at + len));
                return Ok(at + len);
            }
        }
        let (kind, len) = match reference {
            Blank::Open => return Err(at),
            Blank::Yes(_, len) => (CharacterKind::Blank, len),
            Blank::No => run(text, b'&'),
        };
        self.tree.characters(kind, window.position(at + len));
        Ok(at + len)
    }

    /// Reads a CDATA section (HTML §13.2.5.69).
    pub(super) fn cdata(&mut self, window: &Window<'_>, at: usize) -> Step {
        let rest = window.from(at);
        let found = memmem::find(rest, b"]]>");
        let held = rest.iter().rev().take(2).take_while(|&&byte| byte == b']').count();
        let held = if window.last { 0 } else { held };
        let end = at + found.unwrap_or(rest.len() - held);
        self.characters(window, at, end);
        if found.is_none() {
            return Err(end);
        }
        self.state = State::Data;
        self.tree.skipped(window.position(end + 3));
        Ok(end + 3)
    }

    /// Reads characters without markup from `start` to `end`.
    pub(super) fn characters(&mut self, window: &Window<'_>, mut start: usize, end: usize) {
        while start < end {
            let (kind, len) = run(window.slice(start, end), b'<');
            start += len;
            // NUL is ignored only in markup.
            let is_plain = self.state == State::Plaintext;
            let kind =
                if kind == CharacterKind::Nul && is_plain { CharacterKind::Other } else { kind };
            self.tree.characters(kind, window.position(start));
        }
    }
}

/// The kind and length of the run of characters that begins `text`. A byte `stop` ends it, unless
/// it comes first.
fn run(text: &[u8], stop: u8) -> (CharacterKind, usize) {
    let kind_of = |byte: u8| match byte {
        0 => CharacterKind::Nul,
        _ if is_blank(byte) => CharacterKind::Blank,
        _ => CharacterKind::Other,
    };
    let kind = text.first().map_or(CharacterKind::Other, |&first| kind_of(first));
    let rest = text.get(1..).unwrap_or_default();
    let len = rest.iter().position(|&byte| byte == stop || kind_of(byte) != kind);
    (kind, 1 + len.unwrap_or(rest.len()))
}
