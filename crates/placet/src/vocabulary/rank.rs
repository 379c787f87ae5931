//! Which rule takes precedence: by the length of its pattern, then by its kind.

/// Whether a rule allows or disallows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "RFC 9309 has these two")]
pub enum RuleKind {
    /// `Disallow`
    Disallow,
    /// `Allow`
    Allow,
}

impl RuleKind {
    /// The key, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Disallow => "disallow",
            Self::Allow => "allow",
        }
    }
}

/// The precedence of a rule: the longer its pattern, the higher, and an allow above a disallow of
/// the same length (RFC 9309 §2.2.2, F-23, F-24). [`Rank::NONE`] is the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rank(u32);

impl Rank {
    /// The rank where no rule matches.
    pub const NONE: Self = Self(0);

    pub(crate) fn new(bytes: usize, kind: RuleKind) -> Self {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX).min(u32::MAX >> 1);
        Self(bytes << 1 | u32::from(kind == RuleKind::Allow))
    }

    /// Whether both patterns have the same length.
    pub fn ties(self, other: Self) -> bool {
        self.0 >> 1 == other.0 >> 1
    }

    /// Whether a rule of this rank disallows.
    pub fn closes(self) -> bool {
        self != Self::NONE && self.0 & 1 == 0
    }
}
