//! Encodes batches on the threads that made them, so that writing only copies bytes.

use std::io::Write;
use std::sync::Arc;

use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::Compression;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedRowGroupWriter;
use parquet::schema::types::{ColumnPath, SchemaDescPtr};

use super::numbered::{NumberedChunk, numbered_chunk};
use super::{Format, RunError, text};
use crate::audit::Audit;
use crate::tables::{Column, Columns, Table};

/// Encodes the batches of an audit.
pub(super) struct Encoder {
    format: Format,
    /// One for each table, in the order of the audit's.
    parquet: Vec<ParquetTable>,
}

/// What is needed to encode a table as Parquet.
struct ParquetTable {
    table: Table,
    schema: SchemaDescPtr,
    arrays: ArrowRowGroupWriterFactory,
}

/// The rows of one batch of one table, encoded.
pub(super) struct Piece {
    pub(super) table: Table,
    pub(super) rows: u64,
    pub(super) content: Content,
}

pub(super) enum Content {
    /// The columns of a row group.
    RowGroup(Vec<ColumnChunk>),
    /// Lines.
    Text(Vec<u8>),
}

/// An encoded column of a row group.
pub(super) enum ColumnChunk {
    Array(ArrowColumnChunk),
    Numbered(NumberedChunk),
}

impl ColumnChunk {
    /// Adds it to a row group, as the next column.
    pub(super) fn append_to<W: Write + Send>(
        self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), RunError> {
        let appended = match self {
            Self::Array(chunk) => chunk.append_to_row_group(group),
            Self::Numbered(chunk) => group.append_column(&chunk.bytes, chunk.metadata),
        };
        appended.map_err(RunError::encode)
    }
}

impl Encoder {
    pub(super) fn new(audit: &Audit, format: Format) -> Result<Self, RunError> {
        let parquet = |table: &Table| {
            let properties = Some(properties(*table));
            let writer = ArrowWriter::try_new(Vec::new(), audit.schema(*table), properties);
            let parts = writer.and_then(ArrowWriter::into_serialized_writer);
            let (writer, arrays) = parts.map_err(RunError::encode)?;
            let schema = SchemaDescPtr::new(writer.schema_descr().clone());
            Ok(ParquetTable { table: *table, schema, arrays })
        };
        let parquet = match format {
            Format::Parquet => audit.tables().iter().map(parquet).collect::<Result<_, _>>()?,
            Format::Csv | Format::Jsonl => Vec::new(),
        };
        Ok(Self { format, parquet })
    }

    /// Encodes the rows of each table; tables without rows are left out.
    pub(super) fn encode(&self, tables: &[(Table, Columns)]) -> Result<Vec<Piece>, RunError> {
        let filled = tables.iter().filter(|(_, columns)| columns.rows() > 0);
        filled
            .map(|(table, columns)| {
                let batch = || columns.batch().map_err(RunError::encode);
                let content = match self.format {
                    Format::Parquet => Content::RowGroup(self.row_group(*table, columns)?),
                    Format::Csv => Content::Text(text::csv(&batch()?)),
                    Format::Jsonl => Content::Text(text::json_lines(&batch()?)),
                };
                Ok(Piece { table: *table, rows: columns.rows() as u64, content })
            })
            .collect()
    }

    fn row_group(&self, table: Table, columns: &Columns) -> Result<Vec<ColumnChunk>, RunError> {
        let parquet = self.parquet.iter().find(|it| it.table == table);
        let parquet = parquet.ok_or_else(|| RunError::encode("no such table"))?;
        let writers = parquet.arrays.create_column_writers(0).map_err(RunError::encode)?;
        // Every field is one column of Parquet: lists have items that are not nested.
        let fields = columns.schema.fields().iter().zip(parquet.schema.columns());
        let mut chunks = Vec::with_capacity(columns.columns.len());
        for (((field, place), column), mut writer) in fields.zip(&columns.columns).zip(writers) {
            chunks.push(match column {
                Column::Numbered(column) => {
                    let chunk = numbered_chunk(Arc::clone(place), column);
                    ColumnChunk::Numbered(chunk.map_err(RunError::encode)?)
                }
                Column::Array(array) => {
                    for leaf in compute_leaves(field, array).map_err(RunError::encode)? {
                        writer.write(&leaf).map_err(RunError::encode)?;
                    }
                    ColumnChunk::Array(writer.close().map_err(RunError::encode)?)
                }
            });
        }
        Ok(chunks)
    }
}

/// How Parquet is written.
fn properties(table: Table) -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("placet ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true);
    // Values that hardly ever repeat.
    let unique: &[&str] = match table {
        Table::Sites => &["origin", "source", "digest"],
        Table::Records => &["value"],
        Table::Access | Table::Signals | Table::Findings => &[],
    };
    for name in unique {
        properties = properties.set_column_dictionary_enabled(ColumnPath::from(*name), false);
    }
    properties.build()
}

/// A writer of Parquet to a file.
pub(super) type ParquetFile = parquet::file::writer::SerializedFileWriter<std::fs::File>;

/// Starts a file.
pub(super) fn parquet_file(
    file: std::fs::File,
    table: Table,
    schema: SchemaRef,
) -> Result<ParquetFile, RunError> {
    let writer = ArrowWriter::try_new(file, schema, Some(properties(table)));
    let parts = writer.and_then(ArrowWriter::into_serialized_writer);
    Ok(parts.map_err(RunError::encode)?.0)
}

/// Shared by all threads.
pub(super) type SharedEncoder = Arc<Encoder>;
