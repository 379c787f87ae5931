//! Rows of Arrow batches as captures.

use std::fmt;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Int16Type, Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Schema, TimeUnit};

use super::columns::{Columns, Found, Row, time};
use crate::capture::Capture;

/// Which columns of Arrow batches have the captures. Parquet files are read in the same way.
#[derive(Debug, Clone)]
pub struct BatchReader {
    found: Found<usize>,
}

/// The columns of a batch do not have captures: which one is missing or has another type.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidColumns(String);

impl fmt::Display for InvalidColumns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl std::error::Error for InvalidColumns {}

impl BatchReader {
    /// Finds the columns.
    ///
    /// # Errors
    /// If there is none for the origin or the body, a named one is missing, or one has another type.
    pub fn new(schema: &Schema, columns: &Columns) -> Result<Self, InvalidColumns> {
        let found = columns.find(|name| schema.index_of(name).ok());
        let names =
            || schema.fields().iter().map(|it| it.name().as_str()).collect::<Vec<_>>().join(", ");
        if let Some(missing) = columns.missing(&found) {
            return Err(InvalidColumns(format!(
                "there is no column {missing:?}; there are: {}",
                names()
            )));
        }
        if found.origin.is_none() || found.body.is_none() {
            let role = if found.origin.is_none() { "origin" } else { "body" };
            return Err(InvalidColumns(format!(
                "no column has the {role}; name one with --column {role}=NAME; there are: {}",
                names()
            )));
        }
        let kind = |at: usize| schema.fields().get(at).map_or(&DataType::Null, |it| it.data_type());
        for (role, at, is_known) in [
            ("origin", found.origin, is_text as fn(&DataType) -> bool),
            ("body", found.body, |it| is_text(it) || is_bytes(it)),
            ("status", found.status, is_number),
            ("time", found.time, |it| is_text(it) || matches!(it, DataType::Timestamp(..))),
            ("content type", found.content_type, is_text),
            ("location", found.location, is_text),
            ("error", found.error, is_text),
            ("source", found.source, is_text),
            ("size", found.size, is_number),
        ] {
            if let Some(at) = at.filter(|at| !is_known(kind(*at))) {
                let name = schema.fields().get(at).map_or("", |it| it.name());
                return Err(InvalidColumns(format!(
                    "the column {name:?} is {}, which is no {role}",
                    kind(at)
                )));
            }
        }
        Ok(Self { found })
    }

    /// The columns that are needed, in their order.
    pub(super) fn needed(&self) -> Vec<usize> {
        let Found { origin, body, status, time, content_type, location, error, source, size } =
            self.found;
        let all = [origin, body, status, time, content_type, location, error, source, size];
        let mut needed: Vec<usize> = all.into_iter().flatten().collect();
        needed.sort_unstable();
        needed.dedup();
        needed
    }

    /// The same for batches that have only the columns that are [needed](Self::needed).
    pub(super) fn projected(self) -> Self {
        let needed = self.needed();
        Self { found: self.found.map(|at| needed.iter().position(|it| *it == at)) }
    }

    /// The capture of a row; `source` identifies it, unless a column does.
    pub fn capture(&self, batch: &RecordBatch, row: usize, source: String) -> Capture {
        self.row(batch, row).capture(source)
    }

    fn row(&self, batch: &RecordBatch, at: usize) -> Row {
        let found = &self.found;
        let column = |place: Option<usize>| {
            let column = batch.columns().get(place?)?;
            (at < column.len() && !column.is_null(at)).then_some(column)
        };
        let owned =
            |place: Option<usize>| column(place).and_then(|it| text(it, at)).map(str::to_owned);
        Row {
            origin: owned(found.origin),
            body: column(found.body).and_then(|it| bytes(it, at)).map(<[u8]>::to_vec),
            status: column(found.status).and_then(|it| number(it, at)),
            time: column(found.time).and_then(|it| moment(it, at)),
            failure: owned(found.error),
            content_type: owned(found.content_type),
            location: owned(found.location),
            source: owned(found.source),
            size: column(found.size).and_then(|it| number(it, at)),
        }
    }
}

fn is_text(kind: &DataType) -> bool {
    matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

fn is_bytes(kind: &DataType) -> bool {
    matches!(kind, DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
}

fn is_number(kind: &DataType) -> bool {
    use DataType::{Int16, Int32, Int64, UInt16, UInt32, UInt64};
    matches!(kind, Int16 | Int32 | Int64 | UInt16 | UInt32 | UInt64)
}

fn text(column: &dyn Array, at: usize) -> Option<&str> {
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().value(at)),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().value(at)),
        DataType::Utf8View => Some(column.as_string_view().value(at)),
        _ => None,
    }
}

fn bytes(column: &dyn Array, at: usize) -> Option<&[u8]> {
    match column.data_type() {
        DataType::Binary => Some(column.as_binary::<i32>().value(at)),
        DataType::LargeBinary => Some(column.as_binary::<i64>().value(at)),
        DataType::BinaryView => Some(column.as_binary_view().value(at)),
        _ => text(column, at).map(str::as_bytes),
    }
}

fn number(column: &dyn Array, at: usize) -> Option<i64> {
    Some(match column.data_type() {
        DataType::Int16 => column.as_primitive::<Int16Type>().value(at).into(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(at).into(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(at),
        DataType::UInt16 => column.as_primitive::<UInt16Type>().value(at).into(),
        DataType::UInt32 => column.as_primitive::<UInt32Type>().value(at).into(),
        DataType::UInt64 => {
            i64::try_from(column.as_primitive::<UInt64Type>().value(at)).unwrap_or(i64::MAX)
        }
        _ => return None,
    })
}

fn moment(column: &dyn Array, at: usize) -> Option<i64> {
    let DataType::Timestamp(unit, _) = column.data_type() else {
        return text(column, at).and_then(time);
    };
    match unit {
        TimeUnit::Second => {
            column.as_primitive::<TimestampSecondType>().value(at).checked_mul(1_000_000)
        }
        TimeUnit::Millisecond => {
            column.as_primitive::<TimestampMillisecondType>().value(at).checked_mul(1_000)
        }
        TimeUnit::Microsecond => Some(column.as_primitive::<TimestampMicrosecondType>().value(at)),
        TimeUnit::Nanosecond => {
            Some(column.as_primitive::<TimestampNanosecondType>().value(at) / 1_000)
        }
    }
}
