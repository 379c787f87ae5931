//! Reads the rows of tables in any format, one at a time.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::slice;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array as _, ArrayRef};
use arrow_schema::DataType;
use serde_json::Value;

use super::{ReportError, csv};
use crate::limits;
use crate::run::{Dataset, Format, Manifest, part_path};
use crate::tables::Table;

/// The tables of an audit in a folder, in any format.
#[derive(Debug, Clone)]
pub struct Tables {
    folder: PathBuf,
    manifest: Manifest,
    format: Format,
}

/// A value of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell<'r> {
    Null,
    Text(&'r str),
    Number(i64),
    Flag(bool),
    List(Vec<&'r str>),
}

impl Cell<'_> {
    /// The text; empty for anything else.
    pub(super) fn text(&self) -> &str {
        if let Self::Text(text) = self { text } else { "" }
    }

    /// The truth value. CSV has words for it.
    pub(super) fn flag(&self) -> Option<bool> {
        match self {
            Self::Flag(flag) => Some(*flag),
            Self::Text("true") => Some(true),
            Self::Text("false") => Some(false),
            _ => None,
        }
    }

    /// The number, which is not negative in any table. CSV has digits for it.
    pub(super) fn number(&self) -> u64 {
        match self {
            Self::Number(number) => u64::try_from(*number).unwrap_or(0),
            Self::Text(text) => text.parse().unwrap_or(0),
            _ => 0,
        }
    }

    /// The items of a list. CSV has spaces between them.
    pub(super) fn items(&self) -> Vec<&str> {
        match self {
            Self::List(items) => items.clone(),
            Self::Text(text) => text.split(' ').filter(|item| !item.is_empty()).collect(),
            _ => Vec::new(),
        }
    }
}

/// What is done with each row.
type Visit<'v> = dyn FnMut(&[Cell<'_>]) -> Result<(), ReportError> + 'v;

impl Tables {
    /// Opens a folder.
    ///
    /// # Errors
    /// If it has no audit.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, ReportError> {
        let folder = folder.into();
        let manifest = Manifest::read(&folder)?;
        let manifest = manifest.ok_or_else(|| ReportError::NoAudit(folder.clone()))?;
        let format = manifest.settings.format.parse().map_err(|_| ReportError::File {
            path: folder.join("manifest.json"),
            error: "unknown format of the tables".to_owned(),
        })?;
        Ok(Self { folder, manifest, format })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is finished, with the settings of the audit.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Whether the audit made a table.
    pub fn has(&self, table: Table) -> bool {
        self.manifest.settings.tables.iter().any(|name| name == table.name())
    }

    /// Visits the rows of a table in order, with these columns in this order. A table that the audit
    /// did not make has no rows.
    pub(super) fn each(
        &self,
        table: Table,
        columns: &[&str],
        visit: &mut Visit<'_>,
    ) -> Result<(), ReportError> {
        if !self.has(table) {
            return Ok(());
        }
        if self.format == Format::Parquet {
            return self.each_of_parquet(table, columns, visit);
        }
        for part in &self.manifest.parts {
            let path = part_path(&self.folder, table, part.number, self.format.name());
            match self.format {
                Format::Csv => csv::each(&path, columns, visit)?,
                _ => each_of_json(&path, columns, visit)?,
            }
        }
        Ok(())
    }

    fn each_of_parquet(
        &self,
        table: Table,
        columns: &[&str],
        visit: &mut Visit<'_>,
    ) -> Result<(), ReportError> {
        for batch in Dataset::open(&self.folder)?.batches(table, columns) {
            let batch = batch?;
            let find = |name: &&str| batch.column_by_name(name).ok_or_else(|| self.missing(name));
            let arrays: Vec<&ArrayRef> = columns.iter().map(find).collect::<Result<_, _>>()?;
            for row in 0..batch.num_rows() {
                let lists: Vec<ArrayRef> = arrays.iter().filter_map(|it| list(it, row)).collect();
                let mut next = lists.iter();
                let cells: Vec<Cell<'_>> =
                    arrays.iter().map(|array| cell(array, &mut next, row)).collect();
                visit(&cells)?;
            }
        }
        Ok(())
    }

    fn missing(&self, column: &str) -> ReportError {
        let error = format!("there is no column {column:?}");
        ReportError::File { path: self.folder.clone(), error }
    }
}

/// The items of a list.
fn list(array: &ArrayRef, row: usize) -> Option<ArrayRef> {
    array.as_list_opt::<i32>().filter(|it| it.is_valid(row)).map(|it| it.value(row))
}

fn cell<'r>(array: &'r ArrayRef, lists: &mut slice::Iter<'r, ArrayRef>, row: usize) -> Cell<'r> {
    if array.is_null(row) {
        return Cell::Null;
    }
    match array.data_type() {
        DataType::Utf8 => Cell::Text(array.as_string::<i32>().value(row)),
        DataType::Boolean => Cell::Flag(array.as_boolean().value(row)),
        DataType::Int32 => Cell::Number(array.as_primitive::<Int32Type>().value(row).into()),
        DataType::Int64 => Cell::Number(array.as_primitive::<Int64Type>().value(row)),
        DataType::List(_) => {
            let texts = lists.next().and_then(|it| it.as_string_opt::<i32>());
            Cell::List(texts.map(|it| it.iter().flatten().collect()).unwrap_or_default())
        }
        _ => Cell::Null,
    }
}

fn each_of_json(path: &Path, columns: &[&str], visit: &mut Visit<'_>) -> Result<(), ReportError> {
    let failed = |error: std::io::Error| failed(path, &error);
    let mut file = BufReader::new(File::open(path).map_err(failed)?);
    let mut text = Vec::new();
    for line in 1_u64.. {
        text.clear();
        (&mut file).take(limits::LINE as u64).read_until(b'\n', &mut text).map_err(failed)?;
        if text.is_empty() {
            break;
        }
        let object: Value = serde_json::from_slice(&text).map_err(|error| ReportError::Row {
            path: path.to_owned(),
            line,
            error: error.to_string(),
        })?;
        let cells: Vec<Cell<'_>> = columns
            .iter()
            .map(|name| match object.get(name) {
                Some(Value::String(text)) => Cell::Text(text),
                Some(Value::Bool(flag)) => Cell::Flag(*flag),
                Some(Value::Number(number)) => number.as_i64().map_or(Cell::Null, Cell::Number),
                Some(Value::Array(items)) => {
                    Cell::List(items.iter().filter_map(Value::as_str).collect())
                }
                _ => Cell::Null,
            })
            .collect();
        visit(&cells)?;
    }
    Ok(())
}

/// A file that cannot be read.
pub(super) fn failed(path: &Path, error: &std::io::Error) -> ReportError {
    ReportError::File { path: path.to_owned(), error: error.to_string() }
}
