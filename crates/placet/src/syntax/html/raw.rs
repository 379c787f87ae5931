//! Elements that contain only text: where that text ends (HTML §13.2.5.2 to §13.2.5.31).

use memchr::{memchr, memchr3};

use super::name::Ident;
use super::tree::Content;
use super::window::{Window, is_blank};

/// Whether a script is inside what looks like a comment (HTML §13.2.5.15 to §13.2.5.31).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escape {
    /// Outside.
    None,
    /// Inside, after this many hyphens.
    Single(u8),
    /// Inside a nested script, after this many hyphens.
    Double(u8),
}

/// Text up to the end tag of its element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Raw {
    content: Content,
    /// The name of the element.
    key: u64,
    escape: Escape,
}

/// The name that begins and ends double escaping.
const SCRIPT: &[u8] = b"script";

impl Raw {
    pub(super) fn new(content: Content, key: u64) -> Self {
        Self { content, key, escape: Escape::None }
    }

    pub(super) fn content(&self) -> Content {
        self.content
    }

    /// Finds the end tag. Returns its index, or as `Err` how many bytes were used.
    pub(super) fn read(&mut self, window: &Window<'_>, mut at: usize) -> Result<usize, usize> {
        loop {
            if self.escape == Escape::None {
                at += memchr(b'<', window.from(at)).ok_or(window.data.len())?;
                match self.looks_like_end(window, at)? {
                    true => return Ok(at),
                    false if self.content != Content::Script => at += 1,
                    false => {
                        let rest = window.from(at);
                        if rest.starts_with(b"<!--") {
                            self.escape = Escape::Single(2);
                            at += 4;
                        } else if !window.last && b"<!--".starts_with(rest) {
                            return Err(at);
                        } else {
                            at += 1;
                        }
                    }
                }
                continue;
            }
            at = match self.escaped(window, at)? {
                (at, true) => return Ok(at),
                (at, false) => at,
            };
        }
    }

    /// Reads one or more bytes of what looks like a comment in a script. Returns the index after
    /// them, and whether the script ends there.
    fn escaped(&mut self, window: &Window<'_>, at: usize) -> Result<(usize, bool), usize> {
        let (dashes, double) = match self.escape {
            Escape::Double(dashes) => (dashes, true),
            Escape::Single(dashes) => (dashes, false),
            Escape::None => return Ok((at, false)),
        };
        let with = |dashes| if double { Escape::Double(dashes) } else { Escape::Single(dashes) };
        let rest = window.from(at);
        match rest.first().ok_or(window.data.len())? {
            b'-' => {
                self.escape = with((dashes + 1).min(2));
                Ok((at + 1, false))
            }
            b'>' if dashes == 2 => {
                self.escape = Escape::None;
                Ok((at + 1, false))
            }
            b'<' => {
                if !double && self.looks_like_end(window, at)? {
                    return Ok((at, true));
                }
                let prefix: &[u8] = if double { b"</" } else { b"<" };
                if starts_script(window, at, prefix)? {
                    self.escape = if double { Escape::Single(0) } else { Escape::Double(0) };
                    return Ok((at + prefix.len() + SCRIPT.len() + 1, false));
                }
                self.escape = with(0);
                Ok((at + 1, false))
            }
            _ => {
                self.escape = with(0);
                let len = memchr3(b'-', b'<', b'>', rest.get(1..).unwrap_or_default());
                Ok((len.map_or(window.data.len(), |len| at + 1 + len), false))
            }
        }
    }

    /// Whether an end tag of the element begins at `at`; `Err` if the window ends before this is
    /// known.
    fn looks_like_end(&self, window: &Window<'_>, at: usize) -> Result<bool, usize> {
        let rest = window.from(at);
        let wait = if window.last { Ok(false) } else { Err(at) };
        match rest.get(1) {
            None => return wait,
            Some(b'/') => {}
            Some(_) => return Ok(false),
        }
        let name = rest.get(2..).unwrap_or_default();
        // The longest name of an element that contains only text is `plaintext`.
        let len = name.iter().take(10).take_while(|byte| byte.is_ascii_alphabetic()).count();
        match name.get(len) {
            Some(&byte) if is_blank(byte) || matches!(byte, b'/' | b'>') => {
                let name = name.get(..len).unwrap_or_default().to_ascii_lowercase();
                Ok(Ident::of(&name).key == self.key)
            }
            Some(_) => Ok(false),
            None => wait,
        }
    }
}

/// Whether `prefix`, `script` and a byte that ends a name are at `at`.
fn starts_script(window: &Window<'_>, at: usize, prefix: &[u8]) -> Result<bool, usize> {
    let rest = window.from(at);
    let (start, after) = rest.split_at(prefix.len().min(rest.len()));
    let open = if window.last { Ok(false) } else { Err(at) };
    if start != prefix {
        return if prefix.starts_with(start) && start.len() == rest.len() {
            open
        } else {
            Ok(false)
        };
    }
    let name = after.get(..SCRIPT.len()).unwrap_or(after);
    if !SCRIPT.get(..name.len()).is_some_and(|known| known.eq_ignore_ascii_case(name)) {
        return Ok(false);
    }
    match after.get(SCRIPT.len()) {
        Some(&byte) => Ok(is_blank(byte) || matches!(byte, b'/' | b'>')),
        None => open,
    }
}
