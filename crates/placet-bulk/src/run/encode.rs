//! Encodes batches on the threads that made them, so that writing only copies bytes.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::Compression;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use super::{Format, RunError, text};
use crate::audit::Audit;
use crate::tables::{Batches, Table};

/// Encodes the batches of an audit.
pub(super) struct Encoder {
    format: Format,
    /// One for each table, in the order of the audit's.
    factories: Vec<(Table, ArrowRowGroupWriterFactory)>,
}

/// The rows of one batch of one table, encoded.
pub(super) struct Piece {
    pub(super) table: Table,
    pub(super) rows: u64,
    pub(super) content: Content,
}

pub(super) enum Content {
    /// The columns of a row group.
    RowGroup(Vec<ArrowColumnChunk>),
    /// Lines.
    Text(Vec<u8>),
}

impl Encoder {
    pub(super) fn new(audit: &Audit, format: Format) -> Result<Self, RunError> {
        let factory = |table: &Table| {
            let writer = ArrowWriter::try_new(Vec::new(), audit.schema(*table), Some(properties()));
            let parts = writer.and_then(ArrowWriter::into_serialized_writer);
            Ok((*table, parts.map_err(RunError::encode)?.1))
        };
        let factories = match format {
            Format::Parquet => audit.tables().iter().map(factory).collect::<Result<_, _>>()?,
            Format::Csv | Format::Jsonl => Vec::new(),
        };
        Ok(Self { format, factories })
    }

    /// Encodes a batch of each table; tables without rows are left out.
    pub(super) fn encode(&self, batches: &Batches) -> Result<Vec<Piece>, RunError> {
        let filled = batches.iter().filter(|(_, batch)| batch.num_rows() > 0);
        filled
            .map(|(table, batch)| {
                let content = match self.format {
                    Format::Parquet => Content::RowGroup(self.row_group(table, batch)?),
                    Format::Csv => Content::Text(text::csv(batch)),
                    Format::Jsonl => Content::Text(text::json_lines(batch)),
                };
                Ok(Piece { table, rows: batch.num_rows() as u64, content })
            })
            .collect()
    }

    fn row_group(
        &self,
        table: Table,
        batch: &RecordBatch,
    ) -> Result<Vec<ArrowColumnChunk>, RunError> {
        let factory = self.factories.iter().find(|(it, _)| *it == table);
        let (_, factory) = factory.ok_or_else(|| RunError::encode("no such table"))?;
        let writers = factory.create_column_writers(0).map_err(RunError::encode)?;
        let schema = batch.schema();
        let mut writers = writers.into_iter();
        let mut chunks = Vec::with_capacity(batch.num_columns());
        for (field, column) in schema.fields().iter().zip(batch.columns()) {
            for leaf in compute_leaves(field, column).map_err(RunError::encode)? {
                let Some(mut writer) = writers.next() else { continue };
                writer.write(&leaf).map_err(RunError::encode)?;
                chunks.push(writer.close().map_err(RunError::encode)?);
            }
        }
        Ok(chunks)
    }
}

/// The numbers in the lists of the column `lines`, as Parquet names them.
const LINES: [&str; 3] = ["lines", "list", "item"];

/// How Parquet is written.
pub(super) fn properties() -> WriterProperties {
    WriterProperties::builder()
        .set_created_by(concat!("placet ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        // No two files have the same digest, except copies.
        .set_column_dictionary_enabled(ColumnPath::from("digest"), false)
        // Finding a number in a dictionary takes longer than writing it.
        .set_column_dictionary_enabled(LINES.map(str::to_owned).to_vec().into(), false)
        .build()
}

/// A writer of Parquet to a file.
pub(super) type ParquetFile = parquet::file::writer::SerializedFileWriter<std::fs::File>;

/// Starts a file.
pub(super) fn parquet_file(
    file: std::fs::File,
    schema: SchemaRef,
) -> Result<ParquetFile, RunError> {
    let writer = ArrowWriter::try_new(file, schema, Some(properties()));
    let parts = writer.and_then(ArrowWriter::into_serialized_writer);
    Ok(parts.map_err(RunError::encode)?.0)
}

/// Shared by all threads.
pub(super) type SharedEncoder = Arc<Encoder>;
