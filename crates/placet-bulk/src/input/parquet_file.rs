//! Parquet files: one row for each capture.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Int16Type, Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};

use super::columns::{Columns, Found, Row, time};
use super::{Captures, one};
use crate::capture::Capture;
use crate::limits;

/// The captures of a Parquet file.
pub(super) fn captures(name: String, path: &Path, columns: &Columns) -> Captures {
    match open(path, columns) {
        Ok((reader, found)) => {
            Box::new(Rows { name, reader, found, batch: None, at: 0, number: 0, ended: false })
        }
        Err(error) => {
            let error = format!("{name}: {error}");
            one(Capture::unreadable(name, error))
        }
    }
}

fn open(
    path: &Path,
    columns: &Columns,
) -> Result<(ParquetRecordBatchReader, Found<usize>), String> {
    let file = File::open(path).map_err(|error| format!("cannot open it: {error}"))?;
    let read = catch_unwind(AssertUnwindSafe(|| ParquetRecordBatchReaderBuilder::try_new(file)));
    let builder =
        read.map_err(|_| "not a valid Parquet file")?.map_err(|error| error.to_string())?;
    let schema = builder.schema().clone();
    let found = columns.find(|name| schema.index_of(name).ok());
    let names =
        || schema.fields().iter().map(|it| it.name().as_str()).collect::<Vec<_>>().join(", ");
    if let Some(missing) = columns.missing(&found) {
        return Err(format!("there is no column {missing:?}; there are: {}", names()));
    }
    let Found { origin: Some(origin), body: Some(body), .. } = found else {
        let role = if found.origin.is_none() { "origin" } else { "body" };
        return Err(format!(
            "no column has the {role}; name one with --column {role}=NAME; there are: {}",
            names()
        ));
    };
    let kind = |at: usize| schema.fields().get(at).map_or(&DataType::Null, |it| it.data_type());
    for (role, at, is_known) in [
        ("origin", Some(origin), is_text as fn(&DataType) -> bool),
        ("body", Some(body), |it| is_text(it) || is_bytes(it)),
        ("status", found.status, is_number),
        ("time", found.time, |it| is_text(it) || matches!(it, DataType::Timestamp(..))),
    ] {
        if let Some(at) = at.filter(|at| !is_known(kind(*at))) {
            let name = schema.fields().get(at).map_or("", |it| it.name());
            return Err(format!("the column {name:?} is {}, which is no {role}", kind(at)));
        }
    }
    let asked = [found.origin, found.body, found.status, found.time];
    let mut roots: Vec<usize> = asked.into_iter().flatten().collect();
    for group in builder.metadata().row_groups() {
        let size =
            |column: &parquet::file::metadata::ColumnChunkMetaData| column.uncompressed_size();
        if group.columns().iter().any(|it| size(it) > limits::PARQUET_COLUMN) {
            return Err(format!(
                "a column of a row group has more than {} bytes; write it with smaller row groups",
                limits::PARQUET_COLUMN
            ));
        }
    }
    roots.sort_unstable();
    roots.dedup();
    let mask = ProjectionMask::roots(builder.parquet_schema(), roots.iter().copied());
    let place = |at: Option<usize>| at.and_then(|at| roots.iter().position(|it| *it == at));
    let found = Found {
        origin: place(found.origin),
        body: place(found.body),
        status: place(found.status),
        time: place(found.time),
    };
    let builder = builder.with_projection(mask).with_batch_size(limits::PARQUET_ROWS);
    Ok((builder.build().map_err(|error| error.to_string())?, found))
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

struct Rows {
    name: String,
    reader: ParquetRecordBatchReader,
    found: Found<usize>,
    batch: Option<RecordBatch>,
    at: usize,
    number: u64,
    ended: bool,
}

impl Iterator for Rows {
    type Item = Capture;

    fn next(&mut self) -> Option<Capture> {
        loop {
            if let Some(batch) = self.batch.as_ref().filter(|batch| self.at < batch.num_rows()) {
                let source = format!("{}:{}", self.name, self.number);
                let capture = row(batch, &self.found, self.at).capture(source);
                (self.at, self.number) = (self.at + 1, self.number + 1);
                return Some(capture);
            }
            if self.ended {
                return None;
            }
            // A damaged file may make the reader panic.
            let next = catch_unwind(AssertUnwindSafe(|| self.reader.next()));
            let error = match next {
                Ok(Some(Ok(batch))) => {
                    (self.batch, self.at) = (Some(batch), 0);
                    continue;
                }
                Ok(None) => return None,
                Ok(Some(Err(error))) => error.to_string(),
                Err(_) => "the file is damaged".to_owned(),
            };
            self.ended = true;
            let source = format!("{}:{}", self.name, self.number);
            let error = format!("{source}: {error}; rows from here are not read");
            return Some(Capture::unreadable(source, error));
        }
    }
}

/// A row of a batch.
fn row(batch: &RecordBatch, found: &Found<usize>, at: usize) -> Row {
    let column = |place: Option<usize>| {
        let column = batch.columns().get(place?)?;
        (!column.is_null(at)).then_some(column)
    };
    Row {
        origin: column(found.origin).and_then(|it| text(it, at)).map(str::to_owned),
        body: column(found.body).and_then(|it| bytes(it, at)).map(<[u8]>::to_vec),
        status: column(found.status).and_then(|it| number(it, at)),
        time: column(found.time).and_then(|it| moment(it, at)),
        failure: None,
    }
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
