//! The public view of the permissions and prohibitions of a robots.txt.

use std::borrow::Cow;

use super::{Acap, Addressed, Resources, Statement};
use crate::policy::acap::Purpose;
use crate::policy::source::SourceText;
use crate::policy::{Fault, Source, StatementKind, StatementValue};
use crate::text::Span;
use crate::vocabulary::{Agent, Condition, Usage};

/// A permission or prohibition of one usage in a robots.txt, with local usages and resource sets
/// expanded.
#[derive(Debug, Clone, Copy)]
pub struct AcapStatement<'p> {
    file: SourceText<'p>,
    acap: &'p Acap,
    statement: &'p Statement,
}

/// All statements of a file, in its order.
pub(crate) fn statements<'p>(
    acap: Option<&'p Acap>,
    file: SourceText<'p>,
) -> impl Iterator<Item = AcapStatement<'p>> {
    acap.into_iter()
        .flat_map(move |acap| acap.statements.iter().map(move |it| statement(file, acap, it)))
}

/// A statement of a file.
pub(super) fn statement<'p>(
    file: SourceText<'p>,
    acap: &'p Acap,
    statement: &'p Statement,
) -> AcapStatement<'p> {
    AcapStatement { file, acap, statement }
}

impl<'p> AcapStatement<'p> {
    /// The usage.
    pub fn usage(&self) -> Usage {
        self.statement.usage
    }

    /// Whether it permits or prohibits; a permission that is not understood prohibits.
    pub fn kind(&self) -> StatementKind {
        self.statement.kind.into()
    }

    /// Its value: the conditions of a permission.
    pub fn value(&self) -> StatementValue<'p> {
        StatementValue::Conditions(self.conditions())
    }

    /// The file it is in.
    pub fn source(&self) -> &'p Source {
        self.file.source
    }

    /// Why it is not understood; `None` where it is.
    pub fn fault(&self) -> Option<Fault> {
        self.statement.fault
    }

    /// The line it is on, counted from 1.
    pub fn line(&self) -> usize {
        self.statement.line as usize
    }

    /// The column it begins at, counted in bytes from 1.
    pub fn column(&self) -> usize {
        self.span().column(self.file.text)
    }

    /// The whole field as written; what is not UTF-8 is replaced.
    pub fn text(&self) -> Cow<'p, str> {
        String::from_utf8_lossy(self.span().of(self.file.text))
    }

    /// The names of the crawlers that its record addresses, without `*`.
    pub fn names(&self) -> impl Iterator<Item = &'p str> + use<'p> {
        let record = self.acap.records.get(self.statement.record as usize);
        record.into_iter().flat_map(|record| record.names.iter().map(|name| &**name))
    }

    /// Whether it addresses the crawler, and if so, whether by its name.
    pub fn addresses(&self, agent: &Agent) -> Option<bool> {
        let record = self.acap.records.get(self.statement.record as usize)?;
        record.addresses(agent).map(|addressed| addressed == Addressed::ByName)
    }

    /// The patterns it is about, in the form they are matched in before letters are folded. `None`
    /// where it prohibits everything and no permission overrides it.
    ///
    /// Of a pattern that has two such forms, one for each side of the `?`, this is the one before
    /// it.
    pub fn patterns(&self) -> Option<impl Iterator<Item = &'p [u8]> + use<'p>> {
        let patterns = match &self.statement.resources {
            Resources::Everything => return None,
            Resources::Page | Resources::Patterns(_) => self.acap.patterns_of(self.statement),
        };
        Some(patterns.unwrap_or_default().iter().map(|pattern| &*pattern.cased))
    }

    /// The conditions of a permission.
    pub fn conditions(&self) -> &'p [Condition] {
        self.acap.conditions_of(self.statement)
    }

    /// The purposes of its sub-record, in lower case; empty outside sub-records (ACAP 1.0 §2.3.3).
    pub fn purposes(&self) -> impl Iterator<Item = &'p str> + use<'p> {
        let place = (self.statement.purposes as usize).checked_sub(1);
        let purposes = place.and_then(|place| self.acap.purposes.get(place));
        purposes.into_iter().flatten().map(Purpose::text)
    }

    /// The span of the whole field in the [text](crate::RobotsPolicy::text).
    pub fn span(&self) -> Span {
        self.statement.span
    }

    /// Whether it is for all purposes: outside sub-records, or in one for a bare `*`.
    pub fn is_general(&self) -> bool {
        let place = (self.statement.purposes as usize).checked_sub(1);
        let purposes = place.and_then(|place| self.acap.purposes.get(place));
        purposes.is_none_or(|all| all.contains(&Purpose::Any))
    }
}
