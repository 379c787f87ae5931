//! `placet.arrow.read_warc`: the robots.txt responses of a WARC file as a table of files.

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::{
    BinaryBuilder, Int32Builder, Int64Builder, ListBuilder, StringBuilder, StructBuilder,
    TimestampMicrosecondBuilder,
};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef, TimeUnit};
use placet_bulk::{Capture, Captures, Columns, Failure, read};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::table::Stream;

/// How many bytes of files a batch has at most, with at least one file.
const BATCH_BYTES: usize = 32 << 20;

/// Reads a WARC file: a path, or a binary file object. `placet/arrow.py` wraps it.
#[pyfunction]
pub(crate) fn read_warc(
    source: &Bound<'_, PyAny>,
    name: &str,
    batch_rows: NonZeroUsize,
) -> PyResult<Stream> {
    let bytes: Box<dyn Read + Send> = match source.extract::<PathBuf>() {
        Ok(path) => Box::new(File::open(path)?),
        Err(_) => Box::new(FileObject { file: source.clone().unbind() }),
    };
    let reader = Files {
        captures: read(name, bytes, &Columns::default()),
        schema: schema(),
        rows: batch_rows.get(),
    };
    Ok(Stream::new(Box::new(reader)))
}

/// A binary file object of Python.
struct FileObject {
    file: Py<PyAny>,
}

impl Read for FileObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read = self.file.bind(py).call_method1("read", (buffer.len(),))?;
            let bytes = read.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes();
            let place = buffer.get_mut(..bytes.len());
            place
                .ok_or_else(|| io::Error::other("read() returned too much"))?
                .copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

/// The columns, as `placet.audit` takes them.
fn schema() -> SchemaRef {
    let time = DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
    let headers = DataType::new_list(DataType::Struct(header_fields()), true);
    let fields = [
        ("origin", DataType::Utf8),
        ("robots", DataType::Binary),
        ("status", DataType::Int32),
        ("headers", headers),
        ("time", time),
        ("source", DataType::Utf8),
        ("size", DataType::Int64),
        ("error", DataType::Utf8),
    ];
    Arc::new(Schema::new(
        fields.into_iter().map(|(name, kind)| Field::new(name, kind, true)).collect::<Vec<_>>(),
    ))
}

fn header_fields() -> Fields {
    ["name", "value"].into_iter().map(|name| Field::new(name, DataType::Utf8, true)).collect()
}

/// The captures of a file, batch by batch.
struct Files {
    captures: Captures,
    schema: SchemaRef,
    rows: usize,
}

impl Iterator for Files {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut rows = Rows::new();
        while rows.count < self.rows && rows.bytes < BATCH_BYTES {
            let Some(capture) = self.captures.next() else { break };
            rows.push(capture);
        }
        (rows.count > 0).then(|| RecordBatch::try_new(Arc::clone(&self.schema), rows.finish()))
    }
}

impl RecordBatchReader for Files {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// The rows of a batch.
struct Rows {
    count: usize,
    bytes: usize,
    origin: StringBuilder,
    robots: BinaryBuilder,
    status: Int32Builder,
    headers: ListBuilder<StructBuilder>,
    time: TimestampMicrosecondBuilder,
    source: StringBuilder,
    size: Int64Builder,
    error: StringBuilder,
}

impl Rows {
    fn new() -> Self {
        Self {
            count: 0,
            bytes: 0,
            origin: StringBuilder::new(),
            robots: BinaryBuilder::new(),
            status: Int32Builder::new(),
            headers: ListBuilder::new(StructBuilder::from_fields(header_fields(), 0)),
            time: TimestampMicrosecondBuilder::new().with_timezone("UTC"),
            source: StringBuilder::new(),
            size: Int64Builder::new(),
            error: StringBuilder::new(),
        }
    }

    fn push(&mut self, capture: Capture) {
        self.count += 1;
        self.bytes += capture.body.len();
        let error = match capture.failure {
            Some(
                Failure::Input(error) | Failure::Unreachable(error) | Failure::Unavailable(error),
            ) => Some(error),
            None => None,
        };
        self.origin.append_option(capture.origin);
        // A place that is unreadable has no file.
        self.robots.append_option(error.is_none().then_some(&capture.body));
        self.status.append_option(capture.status.map(i32::from));
        for (name, value) in
            [("Content-Type", capture.content_type), ("Location", capture.location)]
        {
            let Some(value) = value else { continue };
            let header = self.headers.values();
            for (at, text) in [name, &value].into_iter().enumerate() {
                if let Some(column) = header.field_builder::<StringBuilder>(at) {
                    column.append_value(text);
                }
            }
            header.append(true);
        }
        self.headers.append(true);
        self.time.append_option(capture.time);
        self.source.append_value(capture.source);
        self.size.append_option(capture.size.and_then(|it| i64::try_from(it).ok()));
        self.error.append_option(error);
    }

    fn finish(mut self) -> Vec<ArrayRef> {
        vec![
            Arc::new(self.origin.finish()),
            Arc::new(self.robots.finish()),
            Arc::new(self.status.finish()),
            Arc::new(self.headers.finish()),
            Arc::new(self.time.finish()),
            Arc::new(self.source.finish()),
            Arc::new(self.size.finish()),
            Arc::new(self.error.finish()),
        ]
    }
}
