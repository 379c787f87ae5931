//! The verdict: permit or prohibit.

use std::fmt;

/// Whether a usage is permitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "there is no third answer")]
pub enum Verdict {
    /// The crawler may make this use.
    Permit,
    /// The crawler may not make this use.
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

    /// Whether the verdict is `Permit`.
    pub const fn is_permit(self) -> bool {
        matches!(self, Self::Permit)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
