//! The answer: permit or prohibit.

use std::fmt;

/// Whether a use is permitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "there is no third answer")]
pub enum Verdict {
    /// The crawler may.
    Permit,
    /// The crawler may not.
    Prohibit,
}

impl Verdict {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Permit => "permit",
            Self::Prohibit => "prohibit",
        }
    }

    /// Whether the crawler may.
    pub const fn is_permit(self) -> bool {
        matches!(self, Self::Permit)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
