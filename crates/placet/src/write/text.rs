//! Text that can stand in a file without being read as something else.

use std::fmt;

use super::InvalidText;

/// A name of a local usage or a resource set: a letter, then letters, digits, `-`, `_` and `.`
/// (R-007). Names compare ignoring case (R-004).
#[derive(Debug, Clone)]
pub struct Name(Box<str>);

impl Name {
    /// The name written so.
    ///
    /// # Errors
    /// When it is no name.
    pub fn new(name: &str) -> Result<Self, InvalidText> {
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Err(InvalidText::new("a name begins with a letter"));
        }
        if name.contains(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | '.')) {
            return Err(InvalidText::new("a name has only letters, digits, -, _ and ."));
        }
        Ok(Self(name.into()))
    }

    /// The name as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for Name {}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A path pattern, of a conventional rule or an ACAP field: `*` stands for anything, a final `$`
/// for the end of the path (R-070, R-071).
///
/// Without `$` it is a prefix, so a folder is written with its final slash (R-073).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PathPattern(Box<str>);

impl PathPattern {
    /// The pattern written so. Characters that no URL has are percent-encoded.
    ///
    /// # Errors
    /// When it begins with neither `/` nor `*` (A-18), holds white space, a control character or
    /// `#` (R-002), or has a `$` before its end (A-14).
    ///
    /// ```
    /// use placet::write::PathPattern;
    ///
    /// assert_eq!(PathPattern::new("/café/*.gif$")?.as_str(), "/caf%C3%A9/*.gif$");
    /// assert!(PathPattern::new("/a b").is_err());
    /// # Ok::<(), placet::write::InvalidText>(())
    /// ```
    pub fn new(pattern: &str) -> Result<Self, InvalidText> {
        if !pattern.starts_with(['/', '*']) {
            return Err(InvalidText::new("a pattern begins with / or *"));
        }
        check_word(pattern)?;
        let body = pattern.strip_suffix('$').unwrap_or(pattern);
        if body.contains('$') {
            return Err(InvalidText::new("a $ stands only at the end of a pattern"));
        }
        Ok(Self::encoded(pattern.as_bytes(), |byte| br#""<>\^`{|}"#.contains(&byte)))
    }

    /// The pattern of a rule as a file has it; only what is not ASCII is percent-encoded, because
    /// the length of a rule counts (RFC 9309 §2.2.2, F-23).
    pub(super) fn of_rule(written: &[u8]) -> Self {
        Self::encoded(written, |_| false)
    }

    /// The pattern of an ACAP field in a form that reads as it was read.
    pub(super) fn spelt(written: String) -> Self {
        Self(written.into())
    }

    fn encoded(bytes: &[u8], also: impl Fn(u8) -> bool) -> Self {
        let mut text = String::with_capacity(bytes.len());
        for &byte in bytes {
            if byte.is_ascii() && !also(byte) {
                text.push(char::from(byte));
            } else {
                text.push_str(&triplet(byte));
            }
        }
        Self(text.into())
    }

    /// The pattern as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PathPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The purposes that a sub-record serves: a name, a URI pattern, or `*` for all (R-041, A-10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purpose(pub(super) Box<str>);

impl Purpose {
    /// The purpose written so.
    ///
    /// # Errors
    /// When it is empty or holds white space, a control character, `#` or what is not ASCII.
    pub fn new(purpose: &str) -> Result<Self, InvalidText> {
        check_word(purpose)?;
        check_ascii(purpose)?;
        Ok(Self(purpose.into()))
    }
}

/// Where a file or a resource lies: a path below the root of the site, or a URI. It has no
/// wildcards (R-011, R-042).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location(pub(super) Box<str>);

impl Location {
    /// The location written so.
    ///
    /// # Errors
    /// When it is neither a path that begins with `/` nor a URI, or holds white space, a control
    /// character, `#`, `*`, or what is not ASCII.
    pub fn new(location: &str) -> Result<Self, InvalidText> {
        check_word(location)?;
        check_ascii(location)?;
        if location.contains('*') {
            return Err(InvalidText::new("a location has no wildcards"));
        }
        if !location.starts_with('/') && !location.contains("://") {
            return Err(InvalidText::new("a location is a path from / on, or a URI"));
        }
        Ok(Self(location.into()))
    }
}

/// Text without white space, control characters and `#`.
pub(super) fn check_word(text: &str) -> Result<(), InvalidText> {
    if text.is_empty() {
        Err(InvalidText::new("it is empty"))
    } else if text.contains(|c: char| c.is_whitespace() || c == '\u{FEFF}') {
        Err(InvalidText::new("white space would end it"))
    } else if text.contains('#') {
        Err(InvalidText::new("a # would begin a comment"))
    } else if text.contains(char::is_control) {
        Err(InvalidText::new("it holds a control character"))
    } else {
        Ok(())
    }
}

/// A value on a line of its own: blanks may stand inside.
pub(super) fn check_value(text: &str) -> Result<(), InvalidText> {
    if text.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}') != text {
        Err(InvalidText::new("white space at its ends would be lost"))
    } else if text.contains(|c: char| c == '#' || c.is_control()) {
        Err(InvalidText::new("it holds a # or a control character"))
    } else {
        Ok(())
    }
}

pub(super) fn check_ascii(text: &str) -> Result<(), InvalidText> {
    if text.is_ascii() { Ok(()) } else { Err(InvalidText::new("it holds more than ASCII")) }
}

/// The byte percent-encoded.
pub(super) fn triplet(byte: u8) -> String {
    format!("%{byte:02X}")
}
