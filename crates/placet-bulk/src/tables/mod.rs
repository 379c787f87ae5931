//! The five tables: one file each, with its columns and how its rows are made.
//!
//! Types are those that every reader of Parquet and Arrow has: text, signed integers, booleans, lists.
//! Every table begins with `origin` and `source`, which together identify a capture.

mod access;
mod columns;
mod findings;
mod numbered;
mod records;
mod signals;
mod sites;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use placet::Usage;

pub use access::may_column;
pub(crate) use access::{AccessRow, AccessRows};
pub(crate) use columns::{Column, Columns};
pub(crate) use findings::FindingRows;
pub(crate) use numbered::Numbered;
pub(crate) use records::RecordRows;
pub(crate) use signals::{SignalRow, SignalRows};
pub(crate) use sites::{FileColumns, SiteRow, SiteRows};

/// A table of an audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "an audit has these tables")]
pub enum Table {
    /// One row for each capture.
    Sites,
    /// One row for each capture and crawler.
    Access,
    /// One row for each capture, crawler, path, usage and family of signals with a statement.
    Signals,
    /// One row for each record that is neither a rule nor a `User-agent` line.
    Records,
    /// One row for each capture and lint rule that found something.
    Findings,
}

impl Table {
    /// All tables.
    pub const ALL: [Self; 5] =
        [Self::Sites, Self::Access, Self::Signals, Self::Records, Self::Findings];

    /// Its name: that of its folder, and at the prompt.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sites => "sites",
            Self::Access => "access",
            Self::Signals => "signals",
            Self::Records => "records",
            Self::Findings => "findings",
        }
    }

    /// Its columns. Those of `access` depend on the usages and paths that are asked about.
    pub fn schema(self, usages: &[Usage], paths: &[String]) -> SchemaRef {
        Arc::new(match self {
            Self::Sites => sites::schema(),
            Self::Access => access::schema(usages, paths),
            Self::Signals => signals::schema(),
            Self::Records => records::schema(),
            Self::Findings => findings::schema(),
        })
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Table {
    type Err = UnknownTable;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|table| table.name() == name).ok_or(UnknownTable)
    }
}

/// The name is not that of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownTable;

impl fmt::Display for UnknownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown table, expected one of ")?;
        for (at, table) in Table::ALL.into_iter().enumerate() {
            write!(f, "{}{table}", if at > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownTable {}

/// The rows of some captures: a batch for each table of the audit.
#[derive(Debug, Clone)]
pub struct Batches {
    tables: Vec<(Table, RecordBatch)>,
    captures: usize,
    errors: usize,
}

impl Batches {
    /// The rows of a table; `None` if the audit does not make that table.
    pub fn get(&self, table: Table) -> Option<&RecordBatch> {
        self.tables.iter().find(|(it, _)| *it == table).map(|(_, batch)| batch)
    }

    /// All tables that are made, in the order of [`Table::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Table, &RecordBatch)> {
        self.tables.iter().map(|(table, batch)| (*table, batch))
    }

    /// How many captures they are about.
    pub fn captures(&self) -> usize {
        self.captures
    }

    /// How many of them have the outcome `error`.
    pub fn errors(&self) -> usize {
        self.errors
    }
}

/// The rows of all tables, while they are made.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) sites: Option<SiteRows>,
    pub(crate) access: Option<AccessRows>,
    pub(crate) signals: Option<SignalRows>,
    pub(crate) records: Option<RecordRows>,
    pub(crate) findings: Option<FindingRows>,
    pub(crate) captures: usize,
    pub(crate) errors: usize,
    /// How many bytes of text they have, about.
    pub(crate) bytes: usize,
}

impl Rows {
    /// No rows yet, of these tables.
    pub(crate) fn new(
        tables: &[Table],
        agents: &[&str],
        usages: &[Usage],
        paths: &[String],
    ) -> Self {
        let schema = |table: Table| tables.contains(&table).then(|| table.schema(usages, paths));
        Self {
            sites: schema(Table::Sites).map(SiteRows::new),
            access: schema(Table::Access).map(|schema| AccessRows::new(schema, agents)),
            signals: schema(Table::Signals).map(SignalRows::new),
            records: schema(Table::Records).map(RecordRows::new),
            findings: schema(Table::Findings).map(FindingRows::new),
            captures: 0,
            errors: 0,
            bytes: 0,
        }
    }

    /// The rows so far; the next rows begin new ones.
    pub(crate) fn take(&mut self) -> TakenRows {
        let tables = [
            (Table::Sites, self.sites.as_mut().map(SiteRows::take)),
            (Table::Access, self.access.as_mut().map(AccessRows::take)),
            (Table::Signals, self.signals.as_mut().map(SignalRows::take)),
            (Table::Records, self.records.as_mut().map(RecordRows::take)),
            (Table::Findings, self.findings.as_mut().map(FindingRows::take)),
        ];
        let made = tables.into_iter().filter_map(|(table, columns)| Some((table, columns?)));
        self.bytes = 0;
        TakenRows {
            tables: made.collect(),
            captures: std::mem::take(&mut self.captures),
            errors: std::mem::take(&mut self.errors),
        }
    }
}

/// The rows of some captures, before they become [`Batches`] or files.
#[derive(Debug)]
pub(crate) struct TakenRows {
    /// In the order of [`Table::ALL`].
    pub(crate) tables: Vec<(Table, Columns)>,
    captures: usize,
    pub(crate) errors: usize,
}

impl TakenRows {
    pub(crate) fn batches(&self) -> Result<Batches, ArrowError> {
        let batch = |(table, columns): &(Table, Columns)| Ok((*table, columns.batch()?));
        let tables = self.tables.iter().map(batch).collect::<Result<_, ArrowError>>()?;
        Ok(Batches { tables, captures: self.captures, errors: self.errors })
    }
}

/// Whose row it is: the first two columns of every table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key<'c> {
    pub(crate) origin: Option<&'c str>,
    pub(crate) source: &'c str,
}

impl Key<'_> {
    /// How many bytes of text it has.
    pub(crate) fn len(&self) -> usize {
        self.origin.map_or(0, str::len) + self.source.len()
    }
}
