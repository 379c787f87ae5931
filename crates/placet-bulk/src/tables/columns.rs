//! Columns that the tables share.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{ArrayBuilder, ListBuilder, StringBuilder};
use arrow_schema::{DataType, Field};

use super::Key;

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

/// The rows of the first two columns.
#[derive(Debug, Default)]
pub(super) struct KeyColumns {
    origin: StringBuilder,
    source: StringBuilder,
}

impl KeyColumns {
    pub(super) fn push(&mut self, key: Key<'_>) {
        self.origin.append_option(key.origin);
        self.source.append_value(key.source);
    }

    pub(super) fn take(&mut self) -> [ArrayRef; 2] {
        [self.origin.finish_ref(), self.source.finish_ref()]
    }
}

/// Finishes a builder as a column.
pub(super) trait FinishRef {
    fn finish_ref(&mut self) -> ArrayRef;
}

impl<T: ArrayBuilder> FinishRef for T {
    fn finish_ref(&mut self) -> ArrayRef {
        self.finish()
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
