//! Columns whose rows repeat values.

use std::sync::Arc;

use arrow_array::{ArrayRef, UInt32Array};
use arrow_schema::ArrowError;

/// A column as a few values, and the number of its value for each row. Parquet stores columns in this
/// way.
///
/// A table with a row for each crawler repeats the name of a site as often.
#[derive(Debug, Clone)]
pub(crate) struct Numbered {
    values: ArrayRef,
    rows: Arc<[u32]>,
}

impl Numbered {
    /// Every number of `rows` is a place in `values`.
    pub(crate) fn new(values: ArrayRef, rows: Arc<[u32]>) -> Self {
        Self { values, rows }
    }

    /// The values; some may be equal.
    pub(crate) fn values(&self) -> &ArrayRef {
        &self.values
    }

    /// For each row the place of its value.
    pub(crate) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The same as an array with a value for each row.
    pub(crate) fn array(&self) -> Result<ArrayRef, ArrowError> {
        let rows = UInt32Array::from(self.rows.to_vec());
        arrow_select::take::take(&self.values, &rows, None)
    }
}
