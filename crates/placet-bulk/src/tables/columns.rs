//! Columns that the tables share.

use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, ListBuilder, StringBuilder};
use arrow_array::{Array as _, ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, SchemaRef};

use super::Key;
use super::numbered::Numbered;

/// The rows of a table, by column.
#[derive(Debug, Clone)]
pub(crate) struct Columns {
    pub(crate) schema: SchemaRef,
    pub(crate) columns: Vec<Column>,
}

/// The rows of a column.
#[derive(Debug, Clone)]
pub(crate) enum Column {
    Array(ArrayRef),
    Numbered(Numbered),
}

impl Columns {
    /// How many rows there are.
    pub(crate) fn rows(&self) -> usize {
        match self.columns.first() {
            Some(Column::Array(array)) => array.len(),
            Some(Column::Numbered(numbered)) => numbered.rows().len(),
            None => 0,
        }
    }

    /// The same as a batch of arrays.
    pub(crate) fn batch(&self) -> Result<RecordBatch, ArrowError> {
        let array = |column: &Column| match column {
            Column::Array(array) => Ok(Arc::clone(array)),
            Column::Numbered(numbered) => numbered.array(),
        };
        let arrays = self.columns.iter().map(array).collect::<Result<_, _>>()?;
        RecordBatch::try_new(Arc::clone(&self.schema), arrays)
    }
}

/// A column that always has a value.
pub(super) fn required(name: &str, kind: DataType) -> Field {
    Field::new(name, kind, false)
}

/// A column that may be null.
pub(super) fn optional(name: &str, kind: DataType) -> Field {
    Field::new(name, kind, true)
}

/// A list; an empty one instead of null.
pub(super) fn list(name: &str, kind: DataType) -> Field {
    required(name, DataType::List(Arc::new(Field::new_list_field(kind, true))))
}

/// The first two columns of every table.
pub(super) fn key() -> [Field; 2] {
    [optional("origin", DataType::Utf8), required("source", DataType::Utf8)]
}

/// The rows of the first two columns, in a table with several rows for each capture.
#[derive(Debug, Default)]
pub(super) struct KeyColumns {
    origin: StringBuilder,
    source: StringBuilder,
    rows: Vec<u32>,
}

impl KeyColumns {
    /// Adds rows of a capture.
    pub(super) fn push_rows(&mut self, key: Key<'_>, count: usize) {
        if !self.is_last(key) {
            self.origin.append_option(key.origin);
            self.source.append_value(key.source);
        }
        let number = u32::try_from(self.source.len().saturating_sub(1)).unwrap_or(u32::MAX);
        self.rows.extend(std::iter::repeat_n(number, count));
    }

    /// Whether the last row is of the same capture.
    fn is_last(&self, key: Key<'_>) -> bool {
        let is_last = |texts: &StringBuilder, text: &str| {
            let start = texts.offsets_slice().iter().rev().nth(1);
            start.and_then(|at| texts.values_slice().get(usize::try_from(*at).ok()?..))
                == Some(text.as_bytes())
        };
        is_last(&self.source, key.source) && is_last(&self.origin, key.origin.unwrap_or_default())
    }

    pub(super) fn take(&mut self) -> [Column; 2] {
        let rows: Arc<[u32]> = std::mem::take(&mut self.rows).into();
        [&mut self.origin, &mut self.source].map(|texts| texts.numbered(&rows))
    }
}

/// Takes the values of a builder as a column; the next ones begin a new column.
pub(super) trait TakeColumn {
    /// With a value for each row.
    fn column(&mut self) -> Column;

    /// With the number of its value for each row.
    fn numbered(&mut self, rows: &Arc<[u32]>) -> Column;
}

impl<T: ArrayBuilder> TakeColumn for T {
    fn column(&mut self) -> Column {
        Column::Array(self.finish())
    }

    fn numbered(&mut self, rows: &Arc<[u32]>) -> Column {
        Column::Numbered(Numbered::new(self.finish(), Arc::clone(rows)))
    }
}

/// Appends a list of texts.
pub(super) fn append_texts<'t>(
    column: &mut ListBuilder<StringBuilder>,
    texts: impl IntoIterator<Item = &'t str>,
) {
    for text in texts {
        column.values().append_value(text);
    }
    column.append(true);
}
