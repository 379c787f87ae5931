//! Parquet files: one row for each capture.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use arrow_array::RecordBatch;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};

use super::batch::BatchReader;
use super::columns::Columns;
use super::{Captures, one};
use crate::capture::Capture;
use crate::limits;

/// The captures of a Parquet file.
pub(super) fn captures(name: String, path: &Path, columns: &Columns) -> Captures {
    match open(path, columns) {
        Ok((reader, columns)) => {
            Box::new(Rows { name, reader, columns, batch: None, at: 0, number: 0, ended: false })
        }
        Err(error) => {
            let error = format!("{name}: {error}");
            one(Capture::unreadable(name, error))
        }
    }
}

fn open(path: &Path, columns: &Columns) -> Result<(ParquetRecordBatchReader, BatchReader), String> {
    let file = File::open(path).map_err(|error| format!("cannot open it: {error}"))?;
    let read = catch_unwind(AssertUnwindSafe(|| ParquetRecordBatchReaderBuilder::try_new(file)));
    let builder =
        read.map_err(|_| "not a valid Parquet file")?.map_err(|error| error.to_string())?;
    let columns = BatchReader::new(builder.schema(), columns).map_err(|error| error.to_string())?;
    for group in builder.metadata().row_groups() {
        if group.columns().iter().any(|it| it.uncompressed_size() > limits::PARQUET_COLUMN) {
            return Err(format!(
                "a column of a row group has more than {} bytes; write it with smaller row groups",
                limits::PARQUET_COLUMN
            ));
        }
    }
    let mask = ProjectionMask::roots(builder.parquet_schema(), columns.needed());
    let builder = builder.with_projection(mask).with_batch_size(limits::PARQUET_ROWS);
    let built = catch_unwind(AssertUnwindSafe(|| builder.build()));
    let reader =
        built.map_err(|_| "not a valid Parquet file")?.map_err(|error| error.to_string())?;
    Ok((reader, columns.projected()))
}

struct Rows {
    name: String,
    reader: ParquetRecordBatchReader,
    columns: BatchReader,
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
                let capture = self.columns.capture(batch, self.at, source);
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
