//! Reads the tables of a finished audit back.

use std::fs::File;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::parts::part_path;
use super::{Format, Manifest, RunError};
use crate::tables::Table;

/// The tables of an audit in a folder, in Parquet.
///
/// ```no_run
/// use placet_bulk::{Dataset, Table};
///
/// let dataset = Dataset::open("audit")?;
/// for batch in dataset.batches(Table::Access, &["agent", "extent"]) {
///     println!("{}", batch?.num_rows());
/// }
/// # Ok::<(), placet_bulk::RunError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Dataset {
    folder: PathBuf,
    manifest: Manifest,
}

impl Dataset {
    /// Opens a folder.
    ///
    /// # Errors
    /// If it has no manifest, or tables in another format than Parquet.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, RunError> {
        let folder = folder.into();
        let manifest = Manifest::read(&folder)?;
        let manifest = manifest.ok_or_else(|| RunError::NotEmpty(folder.clone()))?;
        match manifest.settings.format.parse() {
            Ok(Format::Parquet) => Ok(Self { folder, manifest }),
            Ok(format) => Err(RunError::OtherFormat { folder, format: Format::name(format) }),
            Err(_) => Err(RunError::OtherFormat { folder, format: "an unknown format" }),
        }
    }

    /// What is finished, with the settings of the audit.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the audit made a table.
    pub fn has(&self, table: Table) -> bool {
        self.manifest.settings.tables.iter().any(|name| name == table.name())
    }

    /// The rows of a table, in order, with these columns in the order of the table; with all columns if
    /// none is named. A table that the audit did not make has no rows.
    pub fn batches(
        &self,
        table: Table,
        columns: &[&str],
    ) -> impl Iterator<Item = Result<RecordBatch, RunError>> {
        let columns: Vec<String> = columns.iter().map(|name| (*name).to_owned()).collect();
        let numbers: Vec<u64> = self.manifest.parts.iter().map(|part| part.number).collect();
        let folder = self.folder.clone();
        let numbers = if self.has(table) { numbers } else { Vec::new() };
        numbers.into_iter().flat_map(move |number| {
            let path = part_path(&folder, table, number, Format::Parquet.name());
            match open(&path, &columns) {
                Ok(batches) => batches,
                Err(error) => Box::new(std::iter::once(Err(error))) as Batches,
            }
        })
    }
}

type Batches = Box<dyn Iterator<Item = Result<RecordBatch, RunError>> + Send>;

fn open(path: &Path, columns: &[String]) -> Result<Batches, RunError> {
    let file = File::open(path).map_err(RunError::file("open", path))?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(RunError::encode)?;
    let builder = if columns.is_empty() {
        builder
    } else {
        let names = builder.schema().fields().iter().map(|field| field.name());
        let asked = names.enumerate().filter(|(_, name)| columns.contains(name)).map(|(at, _)| at);
        let asked: Vec<usize> = asked.collect();
        let mask = ProjectionMask::roots(builder.parquet_schema(), asked);
        builder.with_projection(mask)
    };
    let reader = builder.with_batch_size(8_192).build().map_err(RunError::encode)?;
    Ok(Box::new(reader.map(|batch| batch.map_err(RunError::encode))))
}
