//! Sections of the documents that the laws follow.

use std::fmt;

/// A section of a document, and whether it states explicitly what follows from it here.
///
/// It is shown as `ACAP 1.0 section 2.4.5`, or as `reading of ACAP 1.0 section 2.5.5` where the
/// section leaves open what this project reads in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Section {
    name: &'static str,
    is_reading: bool,
}

impl Section {
    /// A section that states what follows.
    pub(crate) const fn text(name: &'static str) -> Self {
        Self { name, is_reading: false }
    }

    /// A section that is read that way.
    pub(crate) const fn reading(name: &'static str) -> Self {
        Self { name, is_reading: true }
    }

    /// The document and the number of the section: `ACAP 1.0 section 2.4.5`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Whether the section does not say so itself.
    pub const fn is_reading(self) -> bool {
        self.is_reading
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_reading {
            f.write_str("reading of ")?;
        }
        f.write_str(self.name)
    }
}
