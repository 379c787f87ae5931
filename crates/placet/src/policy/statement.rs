//! The content of statements, as types.

use crate::syntax::rule::PageRule;
use crate::vocabulary::{Condition, RuleKind};

/// The effect of a statement on the usages that it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "what neither permits nor prohibits is something else")]
pub enum StatementKind {
    /// It permits them, perhaps on conditions.
    Permit,
    /// It prohibits them.
    Prohibit,
    /// It limits them, or has no effect.
    Other,
}

impl StatementKind {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Permit => "permit",
            Self::Prohibit => "prohibit",
            Self::Other => "other",
        }
    }
}

impl From<RuleKind> for StatementKind {
    fn from(kind: RuleKind) -> Self {
        match kind {
            RuleKind::Allow => Self::Permit,
            RuleKind::Disallow => Self::Prohibit,
        }
    }
}

/// The content of a statement other than its usages and its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StatementValue<'p> {
    /// A rule about the page, in `Robots-Tag`, `X-Robots-Tag` or a META element.
    Rule(PageRule),
    /// The conditions of an ACAP permission; a prohibition has none.
    Conditions(&'p [Condition]),
    /// An ACAP class token names a usage that robots.txt defines under this name (Part 2 §3, A-52).
    LocalUsage(&'p str),
    /// The attribute `data-nosnippet` of an element.
    NoSnippet,
}
