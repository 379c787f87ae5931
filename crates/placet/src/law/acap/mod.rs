//! ACAP: which statement about a resource decides about a usage of it, in robots.txt and in the
//! page (ACAP 1.0 §2.2, §2.4.5; Part 2 §2.2.8; docs/src/law/decision.md steps 2 and 4).

mod apply;
mod element;
mod narrowest;
mod resolve;

pub(crate) use apply::{Applicable, Unread, View, purposes_of};
pub(crate) use element::{DecidingMarks, ElementStatements};
pub(crate) use resolve::{answer, standing};

use crate::pattern::scope::{Scope, compare};
use crate::policy::AcapPattern;
use crate::vocabulary::{RuleKind, Usage};

/// A field that is about the resource asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<'p> {
    pub(crate) entry: Entry,
    pub(crate) reach: Reach<'p>,
    pub(crate) usage: Usage,
    pub(crate) kind: RuleKind,
}

/// What a field is about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reach<'p> {
    /// Everything: a prohibition on a set that is not defined, which no permission overrides
    ///
    Everything,
    /// What the pattern matches.
    Pattern(&'p AcapPattern),
    /// The page that contains it, which is narrower than any pattern.
    Page,
}

impl Reach<'_> {
    /// Whether it is narrower than the other, or incomparable with it.
    fn is_narrower_or_unlike(self, other: Self) -> bool {
        match (self, other) {
            (Self::Everything, _) => true,
            (_, Self::Everything) => false,
            (Self::Pattern(one), Self::Pattern(other)) => {
                matches!(compare(one.scope(), other.scope()), Scope::Narrower | Scope::Undetermined)
            }
            (one, other) => matches!((one, other), (Self::Page, Self::Pattern(_))),
        }
    }
}

/// A statement that addresses the crawler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) origin: Origin,
    /// Its index among the statements there.
    pub(crate) statement: u32,
    /// It names the crawler.
    pub(crate) by_name: bool,
    pub(crate) purposes: Purposes,
}

/// Where a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// In the robots.txt or a file that it refers to, by its index among them.
    File(u32),
    /// In a META element of the page.
    Page,
}

/// The purposes of a field that serves the one asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Purposes {
    /// For all: it is outside sub-records, or one of its purposes is a bare `*`.
    pub(crate) general: bool,
    /// It is in a sub-record for the purpose asked for.
    pub(crate) special: bool,
}

impl Purposes {
    /// Whether both are for the same purposes.
    pub(crate) fn same(self, other: Self) -> bool {
        (self.general && other.general) || (self.special && other.special)
    }
}

impl Field<'_> {
    fn is_meta(&self) -> bool {
        self.entry.origin == Origin::Page
    }
}
