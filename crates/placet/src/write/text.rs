//! Text that can be written to a file without being read as something else.

use std::fmt;

use super::InvalidText;

/// The name of a local usage or a resource set: a letter, then letters, digits, `-`, `_` and `.`
/// (R-007). Names are compared without case (R-004).
#[derive(Debug, Clone)]
pub struct Name(Box<str>);

impl Name {
    /// Creates a name.
    ///
    /// # Errors
    /// If the text is not a name.
    pub fn new(name: &str) -> Result<Self, InvalidText> {
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Err(InvalidText::new("a name must begin with a letter"));
        }
        if name.contains(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | '.')) {
            return Err(InvalidText::new("a name can contain only letters, digits, -, _ and ."));
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

/// A path pattern of a conventional rule or an ACAP field: `*` matches anything, a final `$`
/// matches the end of the path (R-070, R-071).
///
/// Without `$` it matches every path with that prefix, so write the final slash of a folder
/// (R-073).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PathPattern(Box<str>);

impl PathPattern {
    /// Creates a pattern. Characters that no URL contains are percent-encoded.
    ///
    /// # Errors
    /// If it begins with neither `/` nor `*` (A-18), contains white space, a control character or
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
            return Err(InvalidText::new("a pattern must begin with / or *"));
        }
        check_word(pattern)?;
        let body = pattern.strip_suffix('$').unwrap_or(pattern);
        if body.contains('$') {
            return Err(InvalidText::new("only the last character of a pattern can be $"));
        }
        Ok(Self::encoded(pattern.as_bytes(), |byte| br#""<>\^`{|}"#.contains(&byte)))
    }

    /// The pattern of a rule as written in a file. Only bytes outside ASCII are percent-encoded,
    /// because the length of a rule counts (RFC 9309 §2.2.2, F-23).
    pub(super) fn of_rule(written: &[u8]) -> Self {
        Self::encoded(written, |_| false)
    }

    /// The pattern of an ACAP field in a form that is read as the same pattern.
    pub(super) fn of_field(written: String) -> Self {
        Self(written.into())
    }

    /// Percent-encodes bytes outside ASCII and those for which `also` is true.
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

    /// The pattern as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PathPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The purposes of a sub-record: a name, a URI pattern, or `*` for all (R-041, A-10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purpose(pub(super) Box<str>);

impl Purpose {
    /// Creates a purpose.
    ///
    /// # Errors
    /// If it is empty or contains white space, a control character, `#` or characters outside ASCII.
    pub fn new(purpose: &str) -> Result<Self, InvalidText> {
        check_word(purpose)?;
        check_ascii(purpose)?;
        Ok(Self(purpose.into()))
    }
}

/// The location of a file or a resource: a path from the root of the site, or a URI. It has no
/// wildcards (R-011, R-042).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location(pub(super) Box<str>);

impl Location {
    /// Creates a location.
    ///
    /// # Errors
    /// If it is neither a path that begins with `/` nor a URI, or contains white space, a control
    /// character, `#`, `*`, or characters outside ASCII.
    pub fn new(location: &str) -> Result<Self, InvalidText> {
        check_word(location)?;
        check_ascii(location)?;
        if location.contains('*') {
            return Err(InvalidText::new("a location cannot contain wildcards"));
        }
        if !location.starts_with('/') && !location.contains("://") {
            return Err(InvalidText::new("a location must be a path that begins with /, or a URI"));
        }
        Ok(Self(location.into()))
    }
}

/// Checks that text is not empty and contains no white space, control characters or `#`.
pub(super) fn check_word(text: &str) -> Result<(), InvalidText> {
    if text.is_empty() {
        Err(InvalidText::new("the text is empty"))
    } else if text.contains(|c: char| c.is_whitespace() || c == '\u{FEFF}') {
        Err(InvalidText::new("the text contains white space, which would end it"))
    } else if text.contains('#') {
        Err(InvalidText::new("the text contains a #, which would begin a comment"))
    } else if text.contains(char::is_control) {
        Err(InvalidText::new("the text contains a control character"))
    } else {
        Ok(())
    }
}

/// Checks the value of a record, which may contain blanks.
pub(super) fn check_value(text: &str) -> Result<(), InvalidText> {
    if text.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}') != text {
        Err(InvalidText::new("white space at the start or end would be lost"))
    } else if text.contains(|c: char| c == '#' || c.is_control()) {
        Err(InvalidText::new("the text contains a # or a control character"))
    } else {
        Ok(())
    }
}

/// Checks that text is ASCII.
pub(super) fn check_ascii(text: &str) -> Result<(), InvalidText> {
    if text.is_ascii() {
        Ok(())
    } else {
        Err(InvalidText::new("the text contains characters outside ASCII"))
    }
}

/// Percent-encodes a byte.
pub(super) fn triplet(byte: u8) -> String {
    format!("%{byte:02X}")
}
