//! The public view of the ACAP records of a robots.txt.

use super::{Acap, ActionKind, Addressed, LineKind, view};
use crate::policy::AcapStatement;
use crate::policy::source::SourceText;
use crate::vocabulary::Agent;

/// An ACAP record: the crawlers it addresses, and the statements to them (ACAP 1.0 §2.3).
#[derive(Debug, Clone, Copy)]
pub struct AcapRecordView<'p> {
    file: SourceText<'p>,
    acap: &'p Acap,
    place: u32,
}

/// All records of a file, in its order.
pub(crate) fn records<'p>(
    acap: Option<&'p Acap>,
    file: SourceText<'p>,
) -> impl Iterator<Item = AcapRecordView<'p>> {
    acap.into_iter().flat_map(move |acap| {
        (0..).zip(&acap.records).map(move |(place, _)| AcapRecordView { file, acap, place })
    })
}

impl<'p> AcapRecordView<'p> {
    /// The names of the crawlers that it addresses, without `*`.
    pub fn names(&self) -> impl Iterator<Item = &'p str> + use<'p> {
        let record = self.acap.records.get(self.place as usize);
        record.into_iter().flat_map(|record| record.names.iter().map(|name| &**name))
    }

    /// Whether it addresses any crawler, by `*`.
    pub fn is_any(&self) -> bool {
        self.acap.records.get(self.place as usize).is_some_and(|record| record.any)
    }

    /// Whether it addresses the crawler, and if so, whether by its name.
    pub fn addresses(&self, agent: &Agent) -> Option<bool> {
        let record = self.acap.records.get(self.place as usize)?;
        record.addresses(agent).map(|addressed| addressed == Addressed::ByName)
    }

    /// The lines of its crawler fields, counted from 1.
    pub fn lines(&self) -> impl Iterator<Item = usize> + use<'p> {
        let lines = self.own(&self.acap.lines, |it| it.record).iter();
        lines.filter(|it| it.kind == LineKind::Crawler).map(|it| it.line as usize)
    }

    /// The lines of its other fields, counted from 1, including those without effect: each with
    /// whether it belongs to a sub-record, for a purpose (ACAP 1.0 §2.3.3).
    pub fn fields(&self) -> impl Iterator<Item = (usize, bool)> + use<'p> {
        let lines = self.own(&self.acap.lines, |it| it.record).iter();
        let lines = lines.filter(|it| it.kind != LineKind::Crawler);
        lines.map(|it| (it.line as usize, it.kind == LineKind::SubRecord))
    }

    /// Its permissions and prohibitions, in the order of the file.
    pub fn statements(&self) -> impl Iterator<Item = AcapStatement<'p>> + use<'p> {
        let (file, acap) = (self.file, self.acap);
        let own = self.own(&acap.statements, |it| it.record);
        own.iter().map(move |statement| view::statement(file, acap, statement))
    }

    /// The files that it refers its crawlers to, each with its line (ACAP 1.0 §2.3.2).
    pub fn references(&self) -> impl Iterator<Item = (usize, &'p str)> + use<'p> {
        let own = self.own(&self.acap.references, |it| it.record);
        own.iter().map(|it| (it.line as usize, &*it.target))
    }

    /// The actions that it requests for resources, each with its line (ACAP 1.0 §2.6).
    pub fn requests(&self) -> impl Iterator<Item = (usize, ActionKind, &'p str)> + use<'p> {
        let own = self.own(&self.acap.actions, |it| it.record);
        own.iter().map(|it| (it.line as usize, it.kind, &*it.path))
    }

    /// The items of this record, of items sorted by record.
    fn own<T>(&self, all: &'p [T], record: impl Fn(&T) -> u32) -> &'p [T] {
        let from = all.partition_point(|it| record(it) < self.place);
        let to = all.partition_point(|it| record(it) <= self.place);
        all.get(from..to).unwrap_or_default()
    }
}
