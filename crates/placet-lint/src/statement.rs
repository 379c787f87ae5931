//! Statements of a page and its header fields, with where they are in the file that is linted.

use std::fmt;
use std::ops::{Deref, Range};

use placet::Usage;
use placet::page::{PageRule, PageStatement};
use placet::statement::{StatementKind, StatementValue};

/// A statement, and where it is in the file.
#[derive(Debug, Clone)]
pub(crate) struct Placed<'s> {
    statement: PageStatement<'s>,
    pub(crate) span: Range<usize>,
}

impl<'s> Deref for Placed<'s> {
    type Target = PageStatement<'s>;

    fn deref(&self) -> &Self::Target {
        &self.statement
    }
}

impl fmt::Display for Placed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.statement.fmt(f)
    }
}

impl<'s> Placed<'s> {
    pub(crate) fn new(statement: PageStatement<'s>, span: Range<usize>) -> Self {
        Self { statement, span }
    }

    /// The rule that it is, if it is one.
    pub(crate) fn rule(&self) -> Option<PageRule> {
        match self.value() {
            StatementValue::Rule(rule) => Some(rule),
            _ => None,
        }
    }

    /// Whether it is a rule that prohibits a usage, whatever ACAP permits.
    pub(crate) fn is_rule_against(&self, usage: Usage) -> bool {
        self.rule().is_some() && self.prohibits(usage)
    }

    /// Whether it is a rule that prohibits what the other statement opens; rules only restrict, so it
    /// wins (T-03, T-04).
    pub(crate) fn closes(&self, open: &Self) -> bool {
        open.opens().any(|usage| self.is_rule_against(usage))
    }

    /// The usages that it opens, by an ACAP permission or by a rule such as `index`.
    pub(crate) fn opens(&self) -> impl Iterator<Item = Usage> + use<'_, 's> {
        let means_open = |usage| self.rule().is_some_and(|rule| rule.means_open(usage));
        Usage::ALL.into_iter().filter(move |&usage| self.permits(usage) || means_open(usage))
    }

    /// The usage that it permits by ACAP.
    pub(crate) fn permitted(&self) -> Option<Usage> {
        self.usages().next().filter(|_| self.kind() == StatementKind::Permit)
    }

    /// Whether both address the same crawlers.
    pub(crate) fn has_addressee_of(&self, other: &Self) -> bool {
        match (self.addressee(), other.addressee()) {
            (Some(one), Some(other)) => one.eq_ignore_ascii_case(other),
            (one, other) => one == other,
        }
    }

    /// Whether it applies to the crawlers that the other addresses: a statement for all crawlers also
    /// applies to a named one.
    pub(crate) fn binds(&self, other: &Self) -> bool {
        self.addressee().is_none() || self.has_addressee_of(other)
    }
}
