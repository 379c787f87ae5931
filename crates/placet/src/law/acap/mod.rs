//! ACAP in robots.txt: which of the fields that match a resource decides about a usage of it
//! (ACAP 1.0 §2.2, §2.4.5; decision.md step 2).

mod apply;
mod narrowest;
mod resolve;

pub(crate) use apply::{Applicable, Entry, View};
pub(crate) use resolve::{Answer, answer, standing};

use crate::policy::{AcapPattern, RuleKind};
use crate::usage::Usage;

/// A field that matches the resource asked about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<'p> {
    /// Its place among the statements that apply to the crawler.
    pub(crate) entry: usize,
    /// The pattern that matches; none for a prohibition of everything.
    pub(crate) pattern: Option<&'p AcapPattern>,
    pub(crate) usage: Usage,
    pub(crate) kind: RuleKind,
    /// It stands in a record that names the crawler.
    pub(crate) by_name: bool,
    pub(crate) purposes: Purposes,
}

/// For which purposes a field is that serves the one asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Purposes {
    /// For all: it stands outside sub-records, or one of its purposes is a bare `*`.
    pub(crate) general: bool,
    /// It stands in a sub-record for the purpose asked.
    pub(crate) special: bool,
}

impl Purposes {
    /// Whether both are for the same purposes.
    fn same(self, other: Self) -> bool {
        (self.general && other.general) || (self.special && other.special)
    }
}

impl<'p> Field<'p> {
    /// The pattern as scopes are compared; none for a prohibition of everything.
    fn scope(&self) -> Option<&'p [u8]> {
        self.pattern.map(AcapPattern::scope)
    }
}

/// What became of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fate {
    /// It decided, alone or with others.
    Decided,
    /// It permits, but a prohibition is not broader, so the narrowest cannot be told and the usage
    /// is prohibited (§2.4.5, R-067).
    Undetermined,
    /// A narrower field overrode it (§2.4.5, R-062).
    Broader,
    /// A record that names the crawler overrode it (§2.2, R-060).
    OverriddenByName,
    /// It speaks of `present`, and a field of the very usage decided, or the other way round
    ///
    OverriddenByLevel,
}

impl Fate {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decided => "decided",
            Self::Undetermined => "undetermined",
            Self::Broader => "broader",
            Self::OverriddenByName => "overridden-by-name",
            Self::OverriddenByLevel => "overridden-by-level",
        }
    }
}
