//! A tally: what one query gives.

use std::collections::HashMap;

use serde::ser::{SerializeMap as _, SerializeSeq as _};
use serde::{Serialize, Serializer};

use super::ReportError;
use crate::limits;
use crate::tables::Table;

/// Counted rows: what one query over the tables gives.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Its name, which is unique in a report.
    pub id: String,
    /// What it answers.
    pub title: String,
    /// What is counted, in a sentence or two.
    pub note: String,
    /// The columns that identify a row.
    pub keys: Vec<&'static str>,
    /// What is counted in each row. The denominator comes first.
    pub counts: Vec<Column>,
    /// The rows, in the order of the query.
    pub rows: Vec<TallyRow>,
    /// The query, in `DuckDB`'s SQL.
    pub query: String,
}

/// A column with numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Column {
    /// Its name in the query.
    pub name: &'static str,
    /// Its heading for people.
    pub label: &'static str,
    /// Its part of the chart, from 1 to 6; `None` for a number that is not drawn.
    pub tone: Option<u8>,
    /// Whether it is a part of the denominator, the first column of the row.
    pub is_share: bool,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TallyRow {
    /// The values of the columns that identify it.
    pub keys: Vec<String>,
    /// The numbers.
    pub counts: Vec<u64>,
}

/// Some rows of a query that may have many, with the number of all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Listing {
    /// Its name, which is unique in a report.
    pub id: &'static str,
    /// What it lists.
    pub title: &'static str,
    /// The columns.
    pub columns: Vec<&'static str>,
    /// The first rows.
    pub rows: Vec<Vec<String>>,
    /// How many rows there are.
    pub total: u64,
    /// The query, in `DuckDB`'s SQL.
    pub query: String,
}

impl Column {
    /// The denominator of a row.
    pub(super) fn denominator(label: &'static str) -> Self {
        Self { name: "answers", label, tone: None, is_share: false }
    }

    /// A part of the denominator that is drawn.
    pub(super) fn drawn(name: &'static str, label: &'static str, tone: u8) -> Self {
        Self { name, label, tone: Some(tone), is_share: true }
    }

    /// A part of the denominator that is not drawn.
    pub(super) fn share(name: &'static str, label: &'static str) -> Self {
        Self { name, label, tone: None, is_share: true }
    }

    /// A number that is not a part of the denominator.
    pub(super) fn plain(name: &'static str, label: &'static str) -> Self {
        Self { name, label, tone: None, is_share: false }
    }
}

impl TallyRow {
    pub(super) fn new<T: Into<String>>(
        keys: impl IntoIterator<Item = T>,
        counts: Vec<u64>,
    ) -> Self {
        Self { keys: keys.into_iter().map(Into::into).collect(), counts }
    }

    /// The denominator.
    pub fn denominator(&self) -> u64 {
        self.counts.first().copied().unwrap_or(0)
    }
}

impl Tally {
    /// Sorts the rows: the largest numbers of a column first, then by the keys.
    pub(super) fn sort_by(&mut self, column: usize) {
        let count = |row: &TallyRow| row.counts.get(column).copied().unwrap_or(0);
        self.rows.sort_by(|a, b| count(b).cmp(&count(a)).then_with(|| a.keys.cmp(&b.keys)));
    }
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("title", &self.title)?;
        map.serialize_entry("note", &self.note)?;
        map.serialize_entry("query", &self.query)?;
        map.serialize_entry("rows", &Rows(self))?;
        map.end()
    }
}

/// The rows as objects.
struct Rows<'t>(&'t Tally);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(Some(self.0.rows.len()))?;
        for row in &self.0.rows {
            rows.serialize_element(&Row(self.0, row))?;
        }
        rows.end()
    }
}

struct Row<'t>(&'t Tally, &'t TallyRow);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(tally, row) = self;
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in tally.keys.iter().zip(&row.keys) {
            map.serialize_entry(name, value)?;
        }
        for (column, value) in tally.counts.iter().zip(&row.counts) {
            map.serialize_entry(column.name, value)?;
        }
        map.end()
    }
}

/// Counters by texts, as many as an audit can have.
#[derive(Debug)]
pub(super) struct Counters {
    table: Table,
    columns: usize,
    at: HashMap<String, usize>,
    rows: Vec<TallyRow>,
    /// The capture that each number was last increased for.
    last: Vec<Vec<u64>>,
    key: String,
}

impl Counters {
    /// Counters of this many columns.
    pub(super) fn new(table: Table, columns: usize) -> Self {
        let (rows, last) = (Vec::new(), Vec::new());
        Self { table, columns, at: HashMap::new(), rows, last, key: String::new() }
    }

    /// The row of a key.
    fn row(&mut self, keys: &[&str]) -> Result<usize, ReportError> {
        self.key.clear();
        for key in keys {
            self.key.push_str(key);
            self.key.push('\0');
        }
        if let Some(&at) = self.at.get(&self.key) {
            return Ok(at);
        }
        if self.rows.len() >= limits::TALLY_ROWS || self.key.len() > limits::TALLY_KEY {
            return Err(ReportError::TooMany(self.table));
        }
        self.at.insert(self.key.clone(), self.rows.len());
        self.rows.push(TallyRow::new(keys.iter().copied(), vec![0; self.columns]));
        self.last.push(vec![0; self.columns]);
        Ok(self.rows.len() - 1)
    }

    /// Adds to a column of a key.
    pub(super) fn add(
        &mut self,
        keys: &[&str],
        column: usize,
        number: u64,
    ) -> Result<(), ReportError> {
        let at = self.row(keys)?;
        if let Some(count) = self.rows.get_mut(at).and_then(|row| row.counts.get_mut(column)) {
            *count = count.saturating_add(number);
        }
        Ok(())
    }

    /// Adds one to a column of a key, once for each capture. Captures are numbered from 1.
    pub(super) fn once(
        &mut self,
        keys: &[&str],
        column: usize,
        capture: u64,
    ) -> Result<(), ReportError> {
        let at = self.row(keys)?;
        let last = self.last.get_mut(at).and_then(|row| row.get_mut(column));
        let count = self.rows.get_mut(at).and_then(|row| row.counts.get_mut(column));
        if let (Some(last), Some(count)) = (last, count)
            && *last != capture
        {
            (*last, *count) = (capture, *count + 1);
        }
        Ok(())
    }

    /// The rows, each with this denominator before its numbers.
    pub(super) fn rows_of(self, denominator: u64) -> Vec<TallyRow> {
        let mut rows = self.rows;
        for row in &mut rows {
            row.counts.insert(0, denominator);
        }
        rows
    }

    /// The rows.
    pub(super) fn rows(self) -> Vec<TallyRow> {
        self.rows
    }
}

/// Numbers the captures of rows, which follow each other.
#[derive(Debug, Default)]
pub(super) struct Captures {
    origin: String,
    source: String,
    number: u64,
}

impl Captures {
    /// The number of the capture of a row, from 1.
    pub(super) fn number(&mut self, origin: &str, source: &str) -> u64 {
        if self.number == 0 || self.source != source || self.origin != origin {
            origin.clone_into(&mut self.origin);
            source.clone_into(&mut self.source);
            self.number += 1;
        }
        self.number
    }
}
