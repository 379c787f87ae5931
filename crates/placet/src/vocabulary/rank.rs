//! Which rule wins: whether it opens or closes, and how many bytes it counts.

/// Whether a rule opens or closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "RFC 9309 has these two")]
pub enum RuleKind {
    /// `Disallow`
    Disallow,
    /// `Allow`
    Allow,
}

impl RuleKind {
    /// The key in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Disallow => "disallow",
            Self::Allow => "allow",
        }
    }
}

/// A rule's place in the order of rules: the more bytes the higher, and an allow above a
/// disallow of the same length (RFC 9309 §2.2.2, F-23, F-24). No rule at all is the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rank(u32);

impl Rank {
    /// No rule at all.
    pub const NONE: Self = Self(0);

    pub(crate) fn new(bytes: usize, kind: RuleKind) -> Self {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX).min(u32::MAX >> 1);
        Self(bytes << 1 | u32::from(kind == RuleKind::Allow))
    }

    /// Whether both count the same bytes.
    pub fn ties(self, other: Self) -> bool {
        self.0 >> 1 == other.0 >> 1
    }

    /// Whether a rule of this rank closes what it decides.
    pub fn closes(self) -> bool {
        self != Self::NONE && self.0 & 1 == 0
    }
}
