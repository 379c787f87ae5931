//! Errors of the writing types.

use std::fmt;

/// The error returned for text that cannot be written where it was to be used.
///
/// ```
/// use placet::write::Name;
///
/// let error = Name::new("2nd").unwrap_err();
/// assert_eq!(error.to_string(), "a name must begin with a letter");
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

/// The error returned for a usage that ACAP 1.0 does not define (R-080).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidUsage(pub(super) ());

impl fmt::Display for InvalidUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ACAP 1.0 does not define this usage")
    }
}

impl std::error::Error for InvalidUsage {}

/// The error returned for a condition that the documents do not define, or that the permission
/// cannot carry.
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

/// The error returned for a definition that is invalid.
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

/// The error returned for a record that uses a name which the file does not define.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndefinedName {
    name: Box<str>,
}

impl UndefinedName {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.into() }
    }

    /// The undefined name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for UndefinedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not defined in this file", self.name)
    }
}

impl std::error::Error for UndefinedName {}
