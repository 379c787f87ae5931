//! Writes parts: files with temporary names, which get their names when they are complete.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::encode::{Content, ParquetFile, Piece, parquet_file};
use super::manifest::{Manifest, Part, sync_folder};
use super::text::csv_header;
use super::{Format, Run, RunError};
use crate::audit::Audit;
use crate::tables::Table;

/// The file of a table in a part.
pub(crate) fn part_path(folder: &Path, table: Table, number: u64, format: &str) -> PathBuf {
    folder.join(table.name()).join(format!("part-{number:05}.{format}"))
}

/// Writes the parts of a run.
pub(super) struct Parts<'r> {
    folder: &'r Path,
    audit: &'r Audit,
    format: Format,
    open: Option<OpenPart>,
}

/// The files of a part that is not complete.
struct OpenPart {
    number: u64,
    files: Vec<OpenFile>,
    captures: u64,
    errors: u64,
}

struct OpenFile {
    table: Table,
    temporary: PathBuf,
    writer: Writer,
    rows: u64,
}

enum Writer {
    Parquet(Box<ParquetFile>),
    Text(File),
}

impl<'r> Parts<'r> {
    /// Prepares the folder: removes what an interrupted run left and the manifest does not list.
    pub(super) fn new(run: &'r Run<'_>, manifest: &Manifest) -> Result<Self, RunError> {
        let next = manifest.parts.len() as u64;
        for table in run.audit.tables() {
            let folder = run.folder.join(table.name());
            fs::create_dir_all(&folder).map_err(RunError::file("create", &folder))?;
            for entry in fs::read_dir(&folder).map_err(RunError::file("read", &folder))? {
                let path = entry.map_err(RunError::file("read", &folder))?.path();
                if number_of(&path).is_none_or(|number| number >= next) && is_ours(&path) {
                    fs::remove_file(&path).map_err(RunError::file("remove", &path))?;
                }
            }
        }
        Ok(Self { folder: &run.folder, audit: run.audit, format: run.format, open: None })
    }

    /// Adds encoded rows to the part that is being written.
    pub(super) fn add(&mut self, number: u64, pieces: Vec<Piece>) -> Result<(), RunError> {
        let part = self.part(number)?;
        for piece in pieces {
            let Some(file) = part.files.iter_mut().find(|file| file.table == piece.table) else {
                continue;
            };
            file.rows += piece.rows;
            match (&mut file.writer, piece.content) {
                (Writer::Parquet(writer), Content::RowGroup(columns)) => {
                    let mut group = writer.next_row_group().map_err(RunError::encode)?;
                    for column in columns {
                        column.append_to(&mut group)?;
                    }
                    group.close().map_err(RunError::encode)?;
                }
                (Writer::Text(writer), Content::Text(text)) => {
                    writer.write_all(&text).map_err(RunError::file("write", &file.temporary))?;
                }
                _ => return Err(RunError::encode("the format of a piece differs from its file")),
            }
        }
        Ok(())
    }

    /// Counts captures of the part that is being written.
    pub(super) fn count(
        &mut self,
        number: u64,
        captures: u64,
        errors: u64,
    ) -> Result<(), RunError> {
        let part = self.part(number)?;
        part.captures += captures;
        part.errors += errors;
        Ok(())
    }

    /// Completes the part: its files get their names, and are on disk. `None` if there is none.
    pub(super) fn finish(&mut self) -> Result<Option<Part>, RunError> {
        let Some(part) = self.open.take() else { return Ok(None) };
        let mut rows = BTreeMap::new();
        for file in part.files {
            let written = RunError::file("write", &file.temporary);
            match file.writer {
                Writer::Parquet(writer) => {
                    let file = writer.into_inner().map_err(RunError::encode)?;
                    file.sync_all().map_err(written)?;
                }
                Writer::Text(writer) => writer.sync_all().map_err(written)?,
            }
            let path = part_path(self.folder, file.table, part.number, self.format.name());
            fs::rename(&file.temporary, &path).map_err(RunError::file("rename", &path))?;
            sync_folder(&self.folder.join(file.table.name()))?;
            rows.insert(file.table.to_string(), file.rows);
        }
        let (number, captures, errors) = (part.number, part.captures, part.errors);
        Ok(Some(Part { number, captures, errors, rows }))
    }

    /// The part that is being written; started if it is not.
    fn part(&mut self, number: u64) -> Result<&mut OpenPart, RunError> {
        if self.open.is_none() {
            let start = |table: &Table| self.start(*table, number);
            let files = self.audit.tables().iter().map(start).collect::<Result<_, _>>()?;
            self.open = Some(OpenPart { number, files, captures: 0, errors: 0 });
        }
        self.open.as_mut().ok_or_else(|| RunError::encode("there is no part"))
    }

    fn start(&self, table: Table, number: u64) -> Result<OpenFile, RunError> {
        let name = format!(".part-{number:05}.{}.tmp", self.format.name());
        let temporary = self.folder.join(table.name()).join(name);
        let mut file = File::create(&temporary).map_err(RunError::file("create", &temporary))?;
        let schema = self.audit.schema(table);
        let writer = match self.format {
            Format::Parquet => Writer::Parquet(Box::new(parquet_file(file, table, schema)?)),
            Format::Csv => {
                let header = csv_header(&schema);
                file.write_all(&header).map_err(RunError::file("write", &temporary))?;
                Writer::Text(file)
            }
            Format::Jsonl => Writer::Text(file),
        };
        Ok(OpenFile { table, temporary, writer, rows: 0 })
    }
}

/// The number of a complete part.
fn number_of(path: &Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?.strip_prefix("part-")?;
    name.split('.').next()?.parse().ok()
}

/// Whether a run made a file.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().map(|it| it.to_string_lossy());
    name.is_some_and(|name| name.starts_with("part-") || name.starts_with(".part-"))
}
