//! Why something cannot be written.

use std::fmt;

/// The text cannot stand where it was to be put.
///
/// ```
/// use placet::write::Name;
///
/// let error = Name::new("2nd").unwrap_err();
/// assert_eq!(error.to_string(), "a name begins with a letter");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidText {
    reason: &'static str,
}

impl InvalidText {
    pub(super) const fn new(reason: &'static str) -> Self {
        Self { reason }
    }
}

impl fmt::Display for InvalidText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason)
    }
}

impl std::error::Error for InvalidText {}

/// ACAP 1.0 has no word for the usage (R-080).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidUsage(pub(super) ());

impl fmt::Display for InvalidUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("acap 1.0 has no word for this usage")
    }
}

impl std::error::Error for InvalidUsage {}

/// The condition is none that the documents know, or cannot be put on the permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidCondition {
    reason: &'static str,
}

impl InvalidCondition {
    pub(super) const fn new(reason: &'static str) -> Self {
        Self { reason }
    }
}

impl fmt::Display for InvalidCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason)
    }
}

impl std::error::Error for InvalidCondition {}

/// The name cannot be defined so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidDefinition {
    name: Box<str>,
    reason: &'static str,
}

impl InvalidDefinition {
    pub(super) fn new(name: &str, reason: &'static str) -> Self {
        Self { name: name.into(), reason }
    }
}

impl fmt::Display for InvalidDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.reason)
    }
}

impl std::error::Error for InvalidDefinition {}

/// A record uses a name that the file does not define.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndefinedName {
    name: Box<str>,
}

impl UndefinedName {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.into() }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for UndefinedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not defined in the file", self.name)
    }
}

impl std::error::Error for UndefinedName {}
